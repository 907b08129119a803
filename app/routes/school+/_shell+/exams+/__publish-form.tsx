import { CheckboxField } from '~/components/forms/checkbox-field'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type Column, DataTable } from '~/components/ui/data-table'
import { schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'

type Missing = {
  paperPublicId: string
  subjectName: string
  sectionPublicId: string
  sectionName: string
  missing: number
  names: string
}

type PublishFormProps = {
  examId: string
  pupils: number
  missing: readonly Missing[]
  obstacle: string | null
  lastResult: FormResult | undefined
}

/** What publishing does and what is missing; who publishes all the same says so with a tick. */
export function PublishForm({ examId, pupils, missing, obstacle, lastResult }: PublishFormProps) {
  const state = useServerForm<{ although_missing: string }>({ id: 'publish', lastResult })
  if (obstacle !== null) {
    return (
      <div className="card">
        <Alert tone="bad" title="This cannot be done">
          <p>{obstacle}</p>
        </Alert>
        <p className="actions">
          <ButtonLink href={schoolPaths.exam(examId)} variant="secondary">
            Back
          </ButtonLink>
        </p>
      </div>
    )
  }
  return (
    <div className="stack">
      {missing.length > 0 ? (
        <Card title="Marks that are missing">
          <DataTable
            caption="Marks that are missing"
            rows={missing}
            rowKey={(row) => `${row.paperPublicId} ${row.sectionPublicId}`}
            columns={columnsOf(examId)}
          />
        </Card>
      ) : null}
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Update Failed"
        submit="Publish results"
        cancelHref={schoolPaths.exam(examId)}
      >
        <p>
          {`${counted(pupils, 'student')} will see marks, percentage, grade and result. Marks and papers cannot be changed after that; withdraw the results to correct something.`}
        </p>
        {missing.length > 0 ? (
          <CheckboxField
            {...checkboxProps(state.fields.although_missing)}
            label="Publish although marks are missing"
            hint="Papers without marks are not counted in any student’s total."
          />
        ) : (
          <p>Every student has marks in every paper, or is absent or exempt.</p>
        )}
      </OfficeForm>
    </div>
  )
}

function columnsOf(examId: string): Column<Missing>[] {
  return [
    {
      key: 'paper',
      label: 'Paper',
      role: 'title',
      cell: (row) => (
        <a href={schoolPaths.marks(examId, { paper: row.paperPublicId, section: row.sectionPublicId })}>
          {`${row.subjectName}, ${row.sectionName}`}
        </a>
      ),
    },
    { key: 'missing', label: 'Without marks', align: 'end', cell: (row) => row.missing },
    { key: 'names', label: 'Students', cell: (row) => row.names },
  ]
}
