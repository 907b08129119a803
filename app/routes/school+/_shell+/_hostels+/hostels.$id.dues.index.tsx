import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { openThing } from '~/kit/pages/form.server'
import { dayColumn, type List } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { formatPaise, typedRupees } from '~/models/core/shared/money'
import type { Tone } from '~/models/core/shared/tone'
import { hostels } from '~/models/money/hostels/hostels.server'
import { type DueStage, listHostelDues, sumHostelDues } from '~/models/money/hostels/stay/hostel-dues.server'

export const handle = pageTitle(() => 'Hostel dues')

type View = Parameters<typeof listHostelDues>[2]
type Row = Awaited<ReturnType<typeof listHostelDues>>['rows'][number]

const stageWords: Record<DueStage, string> = {
  owed: 'Owed',
  overdue: 'Overdue',
  paid: 'Paid',
  cancelled: 'No longer due',
}
const stageTones: Record<DueStage, Tone> = { owed: 'warn', overdue: 'bad', paid: 'good', cancelled: 'neutral' }

const rupees = (paise: number) => formatPaise(paise, { style: 'exact' })

function amount(label: string, column: 'amountPaise' | 'paidPaise' | 'openPaise') {
  return {
    label,
    align: 'end',
    value: (row: Row) => typedRupees(row[column]),
    cell: (row: Row) => rupees(row[column]),
  } as const
}

export const listOf = (publicId: string): List<Row, View['sort'], 'stage'> => ({
  path: schoolPaths.hostelDues(publicId),
  file: { path: schoolPaths.hostelDuesFile(publicId), name: 'hostel-dues.csv' },
  noun: 'due',
  may: 'hostel-applications:view',
  search: { label: 'Search', placeholder: 'Student, enrollment number or room' },
  filters: { stage: { label: 'Status', any: 'All', options: optionsOf(stageWords) } },
  columns: [
    dayColumn('Due on', (row) => row.dueOn, { sort: 'due' }),
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: 'studentName',
      cell: (row) => (
        <>
          <a href={schoolPaths.hostelApplication(row.applicationId)}>{row.studentName}</a>{' '}
          <span className="soft small">{row.classSection}</span>
        </>
      ),
    },
    { label: 'Enrollment number', value: 'enrollmentNumber', only: 'file' },
    { label: 'Room', sort: 'room', value: 'roomNumber' },
    { label: 'For', value: (row) => `${row.name}, ${row.title}`, cell: (row) => `${row.name} · ${row.title}` },
    amount('To pay', 'amountPaise'),
    amount('Paid', 'paidPaise'),
    { ...amount('Open', 'openPaise'), sort: 'open' },
    {
      label: 'Status',
      value: (row) => stageWords[row.stage],
      cell: (row) => <Badge tone={stageTones[row.stage]}>{stageWords[row.stage]}</Badge>,
    },
  ],
})

export async function loader(args: LoaderFunctionArgs) {
  const { thing } = await openThing(args, { may: 'hostel-applications:view', find: hostels.find })
  const { publicId, name } = thing
  const read = listLoader(
    listOf(publicId),
    (scope, view) => listHostelDues(scope, thing, view),
    async (scope, view) => ({ hostel: { publicId, name }, sums: await sumHostelDues(scope, thing, view) }),
  )
  return read(args)
}

export default function HostelDuesPage() {
  const { hostel, sums } = useLoaderData<typeof loader>().more
  return (
    <ListPage
      list={listOf(hostel.publicId)}
      title={`Dues for ${hostel.name}`}
      caption="Charges of the hostel’s residents"
      icon="fees"
      empty={{ title: 'No dues yet', text: 'Deposits and rents of students in this hostel will be listed here.' }}
      action={() => (
        <ButtonLink href={schoolPaths.hostel(hostel.publicId)} variant="secondary" label="Back to the hostel" />
      )}
      above={
        <Card title="Together">
          <DefinitionList
            items={[
              { label: 'To pay', value: rupees(sums.amountPaise) },
              { label: 'Paid', value: rupees(sums.paidPaise) },
              { label: 'Open', value: rupees(sums.openPaise) },
              { label: 'Of which overdue', value: rupees(sums.overduePaise) },
            ]}
          />
        </Card>
      }
    />
  )
}
