import { Form } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'
import { ButtonLink, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { presenceOf } from '~/models/exams/mark-rules'
import type { Presence } from '~/models/exams/options'
import { moveByRow } from './__move-by-row'

export type GridLine = {
  /** Of the enrollment. */
  publicId: string
  name: string
  rollNumber: number | null
  /** Left the school or the section, with marks in the paper. */
  left: boolean
  /** `42.5`, `AB`, `EX` or ''. */
  saved: string
}

type Answer = {
  saved: number
  trouble: string | null
  rows: Record<string, { text: string; presence: Presence; seen: string; problem: string | null }>
}

type MarksFormProps = {
  examId: string
  at: { paper: string; section: string }
  grid: { maxMarks: number; passMarks: number | null; rows: readonly GridLine[] }
  /** Published: to be read only. */
  fixed: boolean
  answer: Answer | undefined
}

/** A row for each student. Right rows are saved, wrong ones come back as they were typed. Enter and the arrows go from row to row. */
export function MarksForm({ examId, at, grid, fixed, answer }: MarksFormProps) {
  const errors = useMemo(() => errorsOf(grid.rows, answer), [grid.rows, answer])
  const action = schoolPaths.marks(examId, at)
  return (
    <Form method="post" action={action} onKeyDown={moveByRow} noValidate className="stack">
      <ErrorSummary
        errors={errors}
        title={answer && answer.saved > 0 ? `${counted(answer.saved, 'row')} saved, these are not` : 'Update Failed'}
      />
      <p className="soft">
        {`At most ${grid.maxMarks}${grid.passMarks === null ? '' : `, ${grid.passMarks} to pass`}. AB is absent, EX is exempt. Enter and the arrow keys go from row to row. `}
        <a href={schoolPaths.marksFile(examId, at)} download>
          Download CSV
        </a>
        {fixed ? null : (
          <>
            {' · '}
            <a href={schoolPaths.uploadMarks(examId, at)}>Upload a file</a>
          </>
        )}
      </p>
      <div className="table-box">
        <table className="table">
          <caption className="sr">Marks</caption>
          <thead>
            <tr>
              <th scope="col" className="num">
                Roll number
              </th>
              <th scope="col">Student</th>
              <th scope="col">Marks</th>
              <th scope="col">Presence</th>
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row) => (
              <Line
                // What the server says about a row makes it a new one: its fields show that, and nothing of what was typed before.
                key={`${row.publicId} ${JSON.stringify(answer?.rows[row.publicId] ?? row.saved)}`}
                row={row}
                typed={answer?.rows[row.publicId]}
                fixed={fixed}
              />
            ))}
          </tbody>
        </table>
      </div>
      {fixed ? null : (
        <div className="actions">
          <SubmitButton busyText="Saving...">Save marks</SubmitButton>
          <ButtonLink href={schoolPaths.exam(examId)} variant="secondary">
            Back to the exam
          </ButtonLink>
        </div>
      )}
    </Form>
  )
}

type LineProps = { row: GridLine; typed: Answer['rows'][string] | undefined; fixed: boolean }

function Line({ row, typed, fixed }: LineProps) {
  const { publicId: id, name } = row
  const seen = typed?.seen ?? row.saved
  const presence = typed?.presence ?? presenceOf(row.saved)
  const text = typed?.text ?? (presence === 'present' ? row.saved : '')
  const problem = typed?.problem ?? null
  return (
    <tr>
      <td data-label="Roll number" className="num">
        {row.rollNumber ?? '–'}
      </td>
      <th scope="row">
        {name}
        {row.left ? <span className="soft"> (left)</span> : null}
      </th>
      <td data-label="Marks">
        <div className="field">
          <input
            className="input input-short"
            id={`marks-${id}`}
            name={`marks-${id}`}
            data-row=""
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            defaultValue={text}
            readOnly={fixed || undefined}
            aria-label={`Marks of ${name}`}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? undefined : `marks-${id}-error`}
          />
          {problem === null ? null : (
            <p className="error" id={`marks-${id}-error`}>
              {problem}
            </p>
          )}
          <input type="hidden" name={`seen-${id}`} value={seen} />
        </div>
      </td>
      <td data-label="Presence">
        <select
          className="input input-short"
          name={`presence-${id}`}
          defaultValue={presence}
          disabled={fixed || undefined}
          aria-label={`Presence of ${name}`}
        >
          <option value="present">Present</option>
          <option value="absent">Absent</option>
          <option value="exempt">Exempt</option>
        </select>
      </td>
    </tr>
  )
}

function errorsOf(rows: readonly GridLine[], answer: Answer | undefined) {
  if (!answer) return []
  const names = new Map(rows.map((row) => [row.publicId, row.name]))
  const wrong = Object.entries(answer.rows).flatMap(([id, { problem }]) =>
    problem === null
      ? []
      : [{ id: names.has(id) ? `marks-${id}` : undefined, message: `${names.get(id) ?? 'A student'}: ${problem}` }],
  )
  return answer.trouble === null ? wrong : [{ message: answer.trouble }, ...wrong]
}
