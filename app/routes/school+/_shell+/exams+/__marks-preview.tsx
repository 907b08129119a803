import { Form } from '@remix-run/react'
import { RadioGroup } from '~/components/forms'
import { Alert, ButtonLink, Card, type Column, DataTable, SubmitButton } from '~/components/ui'
import { counted } from '~/models/academics/rules'

type Line = {
  line: number
  name: string
  rollNumber: string
  marks: string
  enrollment: string | null
  before: string
  after: string
  problem: string | null
}

type MarksPreviewProps = {
  preview: { fileName: string; wrong: readonly Line[]; changes: readonly Line[]; unchanged: number }
  action: string
}

const lineColumn: Column<Line> = { label: 'Line', align: 'end', cell: (row) => row.line }
const nameColumn: Column<Line> = { label: 'Student', role: 'title', cell: (row) => row.name || row.rollNumber || '–' }

const wrongColumns: Column<Line>[] = [
  lineColumn,
  nameColumn,
  { label: 'Marks', cell: (row) => row.marks },
  { label: 'What is wrong', cell: (row) => row.problem },
]

const changeColumns: Column<Line>[] = [
  lineColumn,
  nameColumn,
  { label: 'Now', align: 'end', cell: (row) => row.before || '–' },
  { label: 'New', align: 'end', cell: (row) => row.after },
]

/** What a file would change, line by line, before anything is saved. */
export function MarksPreview({ preview, action }: MarksPreviewProps) {
  const { wrong, changes, unchanged } = preview
  return (
    <div className="stack">
      <Alert tone={wrong.length > 0 ? 'warn' : 'info'} title={preview.fileName}>
        <p>{`${counted(changes.length, 'row')} to save, ${wrong.length} wrong, ${unchanged} as they are. Nothing is saved yet.`}</p>
      </Alert>
      {wrong.length > 0 ? (
        <Card title="Wrong lines">
          <DataTable caption="Wrong lines" rows={wrong} rowKey={(row) => row.line} columns={wrongColumns} />
        </Card>
      ) : null}
      {changes.length > 0 ? (
        <Card title="To save">
          <DataTable caption="To save" rows={changes} rowKey={(row) => row.line} columns={changeColumns} />
        </Card>
      ) : null}
      <Form method="post" action={action} className="card">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="wrong" value={wrong.length} />
        {changes.map((row) => (
          <span key={row.line} hidden>
            <input type="hidden" name={`marks-${row.enrollment}`} value={row.after} />
            <input type="hidden" name={`seen-${row.enrollment}`} value={row.before} />
          </span>
        ))}
        {changes.length > 0 ? (
          <RadioGroup
            name="rows"
            label="Which rows"
            defaultValue={wrong.length > 0 ? 'rows' : 'all'}
            options={[
              { value: 'all', label: 'All or nothing', hint: 'If even one line is wrong, nothing is saved.' },
              { value: 'rows', label: 'Right rows only', hint: 'Wrong lines are left out.' },
            ]}
          />
        ) : null}
        <div className="actions">
          {changes.length > 0 ? <SubmitButton busyText="Saving...">Save marks</SubmitButton> : null}
          <ButtonLink href={action} variant="secondary">
            Another file
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
