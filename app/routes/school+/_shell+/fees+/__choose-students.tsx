import { Form } from '@remix-run/react'
import { ErrorSummary } from '~/components/forms/error-summary'
import { SubmitButton } from '~/components/ui/submit-button'

export type ChoosableStudent = {
  publicId: string
  name: string
  sectionName: string
  rollNumber: number | null
  rte: boolean
  owes: boolean
  hasPayments: boolean
}

type ChooseStudentsProps = {
  students: readonly ChoosableStudent[]
  /** Public ids as they were ticked before the server refused; null: who owes it now. */
  ticked: readonly string[] | null
  errors: ReadonlyArray<{ message: string }>
  /** Whether the whole class owes it now: a choice ends that. */
  isClassWide: boolean
}

/** The students of a class with a box each: who is ticked owes the fee. Two elements a row, since a class may be large. */
export function ChooseStudents({ students, ticked, errors, isClassWide }: ChooseStudentsProps) {
  return (
    <Form method="post" className="stack">
      <ErrorSummary errors={errors} title="Update Failed" />
      <input type="hidden" name="to" value="students" />
      <p>
        Ticked students owe the fee; it is withdrawn from students you untick, as long as nothing was paid.
        {isClassWide ? ' Students who join the class later then owe it only if chosen here.' : ''}
      </p>
      <fieldset className="field">
        <legend>Students</legend>
        <div className="choices">
          {students.map((student) => (
            <label key={student.publicId} className="choice">
              <input
                type="checkbox"
                name="student"
                value={student.publicId}
                disabled={student.rte}
                defaultChecked={ticked ? ticked.includes(student.publicId) : student.owes}
              />
              <span>{studentLine(student)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="actions">
        <SubmitButton busyText="Saving...">Save choice</SubmitButton>
      </div>
    </Form>
  )
}

function studentLine({ name, sectionName, rollNumber, rte, hasPayments }: ChoosableStudent): string {
  const place = rollNumber === null ? sectionName : `${sectionName} ${rollNumber}`
  return `${name} (${place})${rte ? ': RTE, owes no fees' : hasPayments ? ': has paid or begun to' : ''}`
}
