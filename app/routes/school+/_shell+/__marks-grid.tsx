import { Form } from '@remix-run/react'
import { type InputHTMLAttributes, type KeyboardEventHandler, type ReactNode, useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'
import { SubmitButton } from '~/components/ui'

/** `saved`: stored value of the row, as its field shows it. */
type Line = { publicId: string; name: string; saved: string }
/** Row of an answer: the stored value, or the input with its error. */
type Typed = { text: string; seen: string; problem: string | null }
/** Answer to a post that did not save every row. */
type Answer<Back> = { trouble?: string | null; rows: Record<string, Back> }

type MarksGridProps<Row extends Line, Back extends Typed> = {
  action: string
  caption: string
  failure: string
  hint: ReactNode
  head: ReadonlyArray<readonly [label: string, className?: string]>
  rows: readonly Row[]
  answer: Answer<Back> | undefined
  cells: (row: Row, typedRow: Back | undefined) => ReactNode
  /** True for a read-only grid. */
  isFixed?: boolean
  /** Link beside the save button. */
  back: ReactNode
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>
}

/** Marks row by row: valid rows are saved, invalid ones come back as typed. */
export function MarksGrid<Row extends Line, Back extends Typed>(props: MarksGridProps<Row, Back>) {
  const { rows, answer, cells, isFixed = false } = props
  const errors = useMemo(() => errorsOf(rows, answer), [rows, answer])
  return (
    <Form method="post" action={props.action} onKeyDown={props.onKeyDown} noValidate className="stack">
      <ErrorSummary errors={errors} title={props.failure} />
      <p className="soft">{props.hint}</p>
      <div className="table-box">
        <table className="table">
          <caption className="sr">{props.caption}</caption>
          <thead>
            <tr>
              {props.head.map(([label, className]) => (
                <th key={label} scope="col" className={className}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const typedRow = answer?.rows[row.publicId]
              // The key changes with the server's answer for a row, which replaces its fields and their input.
              return <tr key={`${row.publicId} ${JSON.stringify(typedRow ?? row.saved)}`}>{cells(row, typedRow)}</tr>
            })}
          </tbody>
        </table>
      </div>
      {isFixed ? null : (
        <div className="actions">
          <SubmitButton busyText="Saving...">Save marks</SubmitButton>
          {props.back}
        </div>
      )}
    </Form>
  )
}

type MarksCellProps = { row: Line; typed: Typed | undefined; text: string } & InputHTMLAttributes<HTMLInputElement>

/** Marks field of a row, with its error and the value that the user has seen. */
export function MarksCell({ row: { publicId, name, saved }, typed, text, ...more }: MarksCellProps) {
  const problem = typed?.problem ?? null
  const id = `marks-${publicId}`
  return (
    <td data-label="Marks">
      <div className="field">
        <input
          className="input input-short"
          id={id}
          name={id}
          {...more}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          defaultValue={text}
          aria-label={`Marks of ${name}`}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-error`}
        />
        {problem === null ? null : (
          <p className="error" id={`${id}-error`}>
            {problem}
          </p>
        )}
        <input type="hidden" name={`seen-${publicId}`} value={typed?.seen ?? saved} />
      </div>
    </td>
  )
}

function errorsOf(rows: readonly Line[], answer: Answer<Typed> | undefined) {
  if (!answer) return []
  const names = new Map(rows.map((row) => [row.publicId, row.name]))
  const wrong = Object.entries(answer.rows).flatMap(([id, { problem }]) =>
    problem === null
      ? []
      : [{ id: names.has(id) ? `marks-${id}` : undefined, message: `${names.get(id) ?? 'A student'}: ${problem}` }],
  )
  return answer.trouble ? [{ message: answer.trouble }, ...wrong] : wrong
}
