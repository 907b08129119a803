import { Form } from '@remix-run/react'
import { DateField, ErrorSummary, SelectField } from '~/components/forms'
import { ButtonLink, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'

type AssignFormProps = {
  session: string
  students: {
    rows: ReadonlyArray<{ publicId: string; name: string; enrollmentNumber: string; lastSection: string | null }>
    total: number
  }
  sections: ReadonlyArray<{ value: string; label: string }>
  values: { section: string; enrolled_on: string }
  ticked: readonly string[]
  errors: ReadonlyArray<{ id?: string | undefined; message: string }>
}

/** Students with a box each, and the one section for all who are ticked. */
export function AssignForm({ session, students, sections, values, ticked, errors }: AssignFormProps) {
  const of = (field: string) => errors.filter((error) => error.id === field).map((error) => error.message)
  const listed = errors.map(({ id, message }) => (id ? { id, message } : { message }))
  const hidden = students.total - students.rows.length
  return (
    <Form method="post" noValidate className="card">
      <ErrorSummary errors={listed} title="Creation Failed" />
      <input type="hidden" name="academic_session" value={session} />
      <div className="cols">
        <SelectField
          name="section"
          label="Class and section"
          required
          errors={of('section')}
          defaultValue={values.section}
          options={sections}
        />
        <DateField
          name="enrolled_on"
          label="Date of enrollment"
          required
          errors={of('enrolled_on')}
          defaultValue={values.enrolled_on}
        />
      </div>
      <fieldset className="field">
        <legend>{counted(students.total, 'student')}</legend>
        {hidden > 0 ? <p className="hint">{`${hidden} more are found by searching.`}</p> : null}
        <div className="choices">
          {students.rows.map((student) => (
            <label key={student.publicId} className="choice">
              <input
                type="checkbox"
                name="student"
                value={student.publicId}
                defaultChecked={ticked.includes(student.publicId)}
              />
              <span>
                {`${student.name} (${student.enrollmentNumber})${student.lastSection ? `, last in ${student.lastSection}` : ''}`}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="actions">
        <SubmitButton busyText="Saving...">Assign</SubmitButton>
        <ButtonLink href={schoolPaths.enrollments} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
