import { looseKey } from './cells'

/** A column that a kind of import understands. */
export interface ColumnSpec {
  key: string
  /** What the template and the rejected rows call it. */
  label: string
  /** Other headings that mean it, as `looseKey` leaves them. */
  names: readonly string[]
  /** `always`: no row can do without the column; `new`: a new one cannot. */
  needed?: 'always' | 'new'
  /** What the template's example row holds. */
  example: string
  /** What may stand in it, in words. */
  allowed?: string
  /** Kept encrypted and never shown again (Aadhaar). */
  secret?: true
  /** All that may stand in it, where that is a list: other words can be said to mean one of them. */
  choices?: readonly string[]
}

export interface SheetColumn {
  /** Place in the file, from 0. */
  index: number
  heading: string
  /** The first texts below, for whoever chooses; none of a column that is taken for a secret one. */
  samples: string[]
}

export interface Heading {
  /** Index of the row in the sheet. */
  row: number
  columns: SheetColumn[]
}

/** Which column of the file each known column is; a key that is absent is not in the file. */
export type ColumnChoice = Record<string, number>

const rowsLookedAt = 30
const samplesShown = 3

/** A heading as it is compared: without signs, marks for `required` and whatever stands in brackets. */
export function headingKey(heading: string): string {
  return looseKey(heading.replace(/[([{].*?[)\]}]/g, '')) || looseKey(heading)
}

/**
 * The row of headings: of the first rows that with the most known names, the first row with several texts where none is known.
 * Titles, addresses and empty lines may stand above it.
 */
export function findHeading(rows: ReadonlyArray<readonly string[]>, specs: readonly ColumnSpec[]): Heading {
  const known = namesOf(specs)
  let best = { row: 0, score: 0 }
  for (const [row, cells] of rows.slice(0, rowsLookedAt).entries()) {
    const score = new Set(cells.flatMap((cell) => known.get(headingKey(cell)) ?? [])).size
    if (score > best.score) best = { row, score }
  }
  const row =
    best.score > 0
      ? best.row
      : Math.max(
          0,
          rows.findIndex((cells) => cells.filter(Boolean).length > 1),
        )
  const below = rows.slice(row + 1, row + 20)
  const width = Math.max(rows[row]?.length ?? 0, ...below.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    heading: rows[row]?.[index] ?? '',
    samples: below.flatMap((cells) => cells[index] || []).slice(0, samplesShown),
  }))
  return { row, columns: columns.filter((column) => column.heading !== '' || column.samples.length > 0) }
}

/**
 * Which column is which, by the headings; of two that mean the same the first counts. What the school said of a heading before (`told`)
 * counts more than what it usually means; an empty word says that it is ignored.
 */
export function matchColumns(
  columns: readonly SheetColumn[],
  specs: readonly ColumnSpec[],
  told: ReadonlyMap<string, string> = new Map(),
): ColumnChoice {
  const known = new Map([...namesOf(specs), ...told])
  const choice: ColumnChoice = {}
  for (const { heading, index } of columns) {
    const key = known.get(headingKey(heading))
    if (key && !(key in choice)) choice[key] = index
  }
  return choice
}

function namesOf(specs: readonly ColumnSpec[]): Map<string, string> {
  const known = new Map<string, string>()
  for (const spec of specs) for (const name of [looseKey(spec.label), ...spec.names]) known.set(name, spec.key)
  return known
}

/** The columns of a file that are none of ours, as columns of their own: a rejected row keeps them. */
export function ownColumns(columns: readonly SheetColumn[], choice: ColumnChoice): ColumnSpec[] {
  const used = new Set(Object.values(choice))
  return columns
    .filter(({ index }) => !used.has(index))
    .map(({ index, heading }) => ({
      ...{ key: `own_${index}`, names: [], example: '' },
      label: heading || `Column ${columnLetter(index)}`,
    }))
}

/** A column's name as a spreadsheet has it: A, B, … Z, AA. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

const totals = /^(?:grand\s*)?total\b|^(?:કુલ|कुल)(?:\s|$)/i

/** A line of sums below the rows, or one that repeats the headings on a new page: no row of its own. */
export function isNoRow(cells: readonly string[], headings: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return true
  if (totals.test(filled[0] ?? '') && filled.length <= Math.max(3, headings.length / 3)) return true
  return filled.length > 1 && cells.every((cell, index) => cell === (headings[index] ?? ''))
}
