import type { Mark } from '~/services/spreadsheets/port'
import type { RowCells, RowValues } from '../kinds/port'

/** What the spreadsheet says about a row's cells, such as "a date", by the key of their column. */
export type RowMarks = Partial<Record<string, Mark>>

/** Cells of a row: its texts, each with its mark if it has one. */
export function cellsOf({ texts, marks }: { texts: RowValues; marks?: RowMarks }): RowCells {
  if (!marks) return texts
  const cells: RowCells = { ...texts }
  for (const [key, mark] of Object.entries(marks)) {
    const text = texts[key]
    if (text !== undefined && mark) cells[key] = { text, mark }
  }
  return cells
}

/** Texts of a row as the spreadsheet shows them: the date of a date cell in its format. */
export function seenTexts({ texts, marks }: { texts: RowValues; marks?: RowMarks }): RowValues {
  if (!marks) return texts
  const dates = Object.entries(marks).flatMap(([key, mark]) =>
    mark?.kind === 'date' && mark.shown !== undefined ? [[key, mark.shown]] : [],
  )
  return dates.length === 0 ? texts : { ...texts, ...Object.fromEntries(dates) }
}
