import type { Mark } from '~/services/spreadsheets/port'
import type { ColumnSpec } from './columns'
import { hasHidden } from './hidden-aadhaar'
import type { Problem, RowValues } from './kinds/port'

/** Marks of a row's cells, by the key of their column. */
export type RowMarks = Partial<Record<string, Mark>>

/** Why no column can take a cell with this mark; null if a column may. */
export function refusalOfMark(mark: Mark, text: string): string | null {
  if (mark.kind === 'error') return `The file has an error here (${text}). Correct the formula, or type the value`
  if (mark.kind === 'cut') return 'A spreadsheet has cut this number short. Format the column as text and type it again'
  return null
}

/**
 * Problems of a row with those of its marked cells. A cell that no column can take has one problem, not also that of
 * its text.
 */
export function markProblems(
  columns: readonly ColumnSpec[],
  texts: RowValues,
  marks: RowMarks,
  problems: readonly Problem[],
): Problem[] {
  const refused = columns.flatMap(({ key, label, secret }): Problem[] => {
    const mark = marks[key]
    const text = texts[key] ?? ''
    const message = mark ? refusalOfMark(mark, text) : null
    if (message === null) return []
    return [{ column: label, message, ...(secret || hasHidden(text) ? {} : { value: text }) }]
  })
  const labels = new Set(refused.map(({ column }) => column))
  return [...refused, ...problems.filter(({ column }) => !labels.has(column))]
}
