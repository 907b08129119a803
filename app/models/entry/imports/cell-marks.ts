import type { Mark } from '~/services/spreadsheets/port'
import type { RowCells, RowValues } from './kinds/port'

/** Marks of a row's cells, by the key of their column. */
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
