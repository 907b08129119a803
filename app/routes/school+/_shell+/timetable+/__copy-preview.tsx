import type { ReactNode } from 'react'
import { Card, type Column, DataTable } from '~/components/ui'
import { counted } from '~/models/academics/rules'

type Left = { key: string; place: string; slot: string; subject: string; why: string }

type CopyPreviewCardsProps = {
  preview: {
    lessons: number
    copied: number
    same: number
    sections: ReadonlyArray<{ name: string; copied: number }>
    leftCount: number
    left: readonly Left[]
  }
  from: string
  to: string
  /** The form that does it; shown when there is something to do. */
  children: ReactNode
}

const columns: Column<Left>[] = [
  { label: 'Section', role: 'title', cell: (row) => row.place },
  { label: 'When', cell: (row) => row.slot },
  { label: 'Subject', cell: (row) => row.subject },
  { label: 'Reason', cell: (row) => row.why },
]

/** What copying would do, before it is done: what comes over, what stays behind and why. */
export function CopyPreviewCards({ preview, from, to, children }: CopyPreviewCardsProps) {
  const { lessons, copied, same, sections, leftCount, left } = preview
  return (
    <div className="stack">
      <Card title={copied > 0 ? `${counted(copied, 'lesson')} a week would be copied` : 'Nothing to copy'}>
        {lessons === 0 ? <p>{`The timetable of ${from} is empty.`}</p> : null}
        {same > 0 ? (
          <p>{`${counted(same, 'lesson')} of ${from} ${same === 1 ? 'is' : 'are'} already in ${to}.`}</p>
        ) : null}
        {sections.length > 0 ? (
          <>
            <ul>
              {sections.map((section) => (
                <li key={section.name}>{`${section.name}: ${counted(section.copied, 'lesson')}`}</li>
              ))}
            </ul>
            {children}
          </>
        ) : null}
      </Card>
      {leftCount > 0 ? (
        <Card title={`${counted(leftCount, 'lesson')} cannot be copied`}>
          {leftCount > left.length ? <p>{`The first ${left.length} are listed.`}</p> : null}
          <DataTable caption="What cannot be copied" columns={columns} rows={left} rowKey={(row) => row.key} />
        </Card>
      ) : null}
    </div>
  )
}
