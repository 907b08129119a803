import { Form } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'
import { ButtonLink, SubmitButton } from '~/components/ui'
import { counted } from '~/models/academics/rules'

export type AnswerLine = {
  /** Of the attempt. */
  publicId: string
  studentName: string
  sectionName: string
  rollNumber: number | null
  text: string
  /** `1.5`, or '' while it waits. */
  saved: string
  markedBy: string | null
}

type Answer = {
  saved: number
  rows: Record<string, { text: string; seen: string; acceptForAll: boolean; problem: string | null }>
}

type MarkingFormProps = {
  action: string
  marks: number
  rows: readonly AnswerLine[]
  /** Whether the reader may say what the question accepts from everybody. */
  mayAccept: boolean
  answer: Answer | undefined
  backHref: string
}

/** A row for each answer. Right rows are saved, empty ones still wait, wrong ones come back as they were typed. */
export function MarkingForm({ action, marks, rows, mayAccept, answer, backHref }: MarkingFormProps) {
  const errors = useMemo(() => errorsOf(rows, answer), [rows, answer])
  return (
    <Form method="post" action={action} noValidate className="stack">
      <ErrorSummary
        errors={errors}
        title={
          answer && answer.saved > 0 ? `${counted(answer.saved, 'answer')} marked, these are not` : 'Update Failed'
        }
      />
      <p className="soft">{`From 0 to ${marks} in steps of a half. Answers that you leave empty stay unmarked.`}</p>
      <div className="table-box">
        <table className="table">
          <caption className="sr">Answers</caption>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Answer</th>
              <th scope="col">Marks</th>
              {mayAccept ? <th scope="col">For everybody</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line
                // What the server says about a row makes it a new one: its fields show that, and nothing of what was typed before.
                key={`${row.publicId} ${JSON.stringify(answer?.rows[row.publicId] ?? row.saved)}`}
                row={row}
                typed={answer?.rows[row.publicId]}
                mayAccept={mayAccept}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="actions">
        <SubmitButton busyText="Saving...">Save marks</SubmitButton>
        <ButtonLink href={backHref} variant="secondary">
          Back to the quiz
        </ButtonLink>
      </div>
    </Form>
  )
}

type LineProps = { row: AnswerLine; typed: Answer['rows'][string] | undefined; mayAccept: boolean }

function Line({ row, typed, mayAccept }: LineProps) {
  const { publicId: id, studentName: name } = row
  const problem = typed?.problem ?? null
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="soft small">{` ${row.sectionName}${row.rollNumber === null ? '' : `, ${row.rollNumber}`}`}</span>
      </th>
      <td data-label="Answer">
        <span className="typed">{row.text}</span>
        {row.markedBy ? <span className="soft small">{` (marked by ${row.markedBy})`}</span> : null}
      </td>
      <td data-label="Marks">
        <div className="field">
          <input
            className="input input-short"
            id={`marks-${id}`}
            name={`marks-${id}`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            defaultValue={typed?.text ?? row.saved}
            aria-label={`Marks of ${name}`}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? undefined : `marks-${id}-error`}
          />
          {problem === null ? null : (
            <p className="error" id={`marks-${id}-error`}>
              {problem}
            </p>
          )}
          <input type="hidden" name={`seen-${id}`} value={typed?.seen ?? row.saved} />
        </div>
      </td>
      {mayAccept ? (
        <td data-label="For everybody">
          <label className="choice">
            <input type="checkbox" name={`accept-${id}`} defaultChecked={typed?.acceptForAll} />
            <span>
              Accept this text for everybody<span className="sr">{`: ${row.text}`}</span>
            </span>
          </label>
        </td>
      ) : null}
    </tr>
  )
}

function errorsOf(rows: readonly AnswerLine[], answer: Answer | undefined) {
  if (!answer) return []
  const names = new Map(rows.map((row) => [row.publicId, row.studentName]))
  return Object.entries(answer.rows).flatMap(([id, { problem }]) =>
    problem === null
      ? []
      : [{ id: names.has(id) ? `marks-${id}` : undefined, message: `${names.get(id) ?? 'A student'}: ${problem}` }],
  )
}
