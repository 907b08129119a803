import { Form } from '@remix-run/react'
import { ErrorSummary, SelectField } from '~/components/forms'
import { Alert, ButtonLink, FilterBar, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { type Option, optionsOf } from '~/kit/forms/fields'

type ChooseRegisterProps = {
  chosen: { session: string; section: string; by: string; group: string }
  choices: { sessions: readonly Option[]; sections: readonly Option[] }
}

const numberings = optionsOf({
  first: 'By first name',
  last: 'By last name',
  number: 'By enrollment number',
  hand: 'By hand',
})
const groupings = optionsOf({ girls: 'Girls first', boys: 'Boys first' })

/** Selects a section and a numbering rule: a GET form, so that the proposal has a URL. */
export function ChooseRegister({ chosen, choices }: ChooseRegisterProps) {
  const selects = [
    { name: 'session', label: 'Academic session', placeholder: null, options: choices.sessions },
    { name: 'section', label: 'Section', options: choices.sections },
    { name: 'by', label: 'Numbering', placeholder: null, options: numberings },
    { name: 'group', label: 'Grouping', placeholder: 'All together', options: groupings },
  ] as const
  return (
    <FilterBar action={schoolPaths.rollNumbers} submitLabel="Show">
      {selects.map(({ name, ...select }) => (
        <SelectField key={name} name={name} {...select} defaultValue={chosen[name]} />
      ))}
    </FilterBar>
  )
}

type RegisterFormProps = {
  register: {
    session: string
    section: string
    seen: string
    kept: ReadonlyArray<{ name: string; rollNumber: number }>
    rows: ReadonlyArray<{
      publicId: string
      name: string
      enrollmentNumber: string
      rollNumber: number | null
      proposed: string
    }>
  }
  /** Refused input to show again, and (in `wrong`) the fields with an invalid number. */
  typed: Record<string, string>
  wrong: readonly string[]
  errors: ReadonlyArray<{ message: string }>
}

export function RegisterForm({ register, typed, wrong, errors }: RegisterFormProps) {
  return (
    <Form method="post" className="stack">
      <ErrorSummary errors={errors} title="Update Failed" />
      <input type="hidden" name="session" value={register.session} />
      <input type="hidden" name="section" value={register.section} />
      <input type="hidden" name="seen" value={register.seen} />
      {register.kept.length > 0 ? (
        <Alert tone="info">
          <p>{`Numbers of students who have left stay reserved: ${register.kept.map((one) => `${one.rollNumber} ${one.name}`).join(', ')}.`}</p>
        </Alert>
      ) : null}
      <div className="table-box">
        <table className="table">
          <caption className="sr">Roll numbers</caption>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Enrollment number</th>
              <th scope="col" className="num">
                Current
              </th>
              <th scope="col">New roll number</th>
            </tr>
          </thead>
          <tbody>
            {register.rows.map((row) => (
              <tr key={row.publicId}>
                <th scope="row">{row.name}</th>
                <td data-label="Enrollment number">{row.enrollmentNumber}</td>
                <td data-label="Current" className="num">
                  {row.rollNumber ?? '–'}
                </td>
                <td data-label="New">
                  <input
                    className="input input-short"
                    name={`roll-${row.publicId}`}
                    aria-label={`Roll number of ${row.name}`}
                    aria-invalid={wrong.includes(row.publicId) || undefined}
                    inputMode="numeric"
                    maxLength={4}
                    defaultValue={typed[row.publicId] ?? row.proposed}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="actions">
        <SubmitButton busyText="Saving...">Save roll numbers</SubmitButton>
        <ButtonLink href={schoolPaths.enrollments} variant="secondary" label="Cancel" />
      </div>
    </Form>
  )
}
