import { looseKey } from './cells'

/** A column that a kind of import understands. */
export interface ColumnSpec {
  key: string
  /** Heading in the template and in the file of rejected rows. */
  label: string
  /** Other accepted headings, as `looseKey` returns them. */
  names: readonly string[]
  /** `always`: every row needs the column; `new`: only new records need it. */
  needed?: 'always' | 'new'
  example: string
  /** Description of the allowed values. */
  allowed?: string
  /** Stored encrypted and never shown again (Aadhaar). */
  secret?: true
  /** Allowed values, if limited: a user may map other words to them. */
  choices?: readonly string[]
}

export interface SheetColumn {
  /** Position in the file, from 0. */
  index: number
  heading: string
  /** First texts below the heading, to help the user choose; empty for a secret column. */
  samples: string[]
}

export interface Heading {
  /** Index of the row in the sheet. */
  row: number
  columns: SheetColumn[]
}

/** Index of the file's column for each known column; absent keys are not in the file. */
export type ColumnChoice = Record<string, number>

const rowsLookedAt = 30
const samplesShown = 3

/** Normalizes a heading for comparison: drops punctuation, marks for required fields, and text in brackets. */
export function headingKey(heading: string): string {
  return looseKey(heading.replace(/[([{].*?[)\]}]/g, '')) || looseKey(heading)
}

/**
 * Finds the row of headings: among the first rows the one with the most known names, or the first row with several
 * texts if none is known. Titles, addresses and empty lines may precede it.
 */
export function findHeading(rows: ReadonlyArray<readonly string[]>, specs: readonly ColumnSpec[]): Heading {
  const keysByName = namesOf(specs)
  let best = { row: 0, score: 0 }
  for (const [row, cells] of rows.slice(0, rowsLookedAt).entries()) {
    const score = new Set(cells.flatMap((cell) => keysByName.get(headingKey(cell)) ?? [])).size
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
 * Maps columns by their headings; if two have the same meaning, the first counts. The school's earlier choice for a
 * heading (`learnedHeadings`) takes precedence over its usual meaning; an empty choice ignores the column.
 */
export function matchColumns(
  columns: readonly SheetColumn[],
  specs: readonly ColumnSpec[],
  learnedHeadings: ReadonlyMap<string, string> = new Map(),
): ColumnChoice {
  const keysByName = new Map([...namesOf(specs), ...learnedHeadings])
  const choice: ColumnChoice = {}
  for (const { heading, index } of columns) {
    const key = keysByName.get(headingKey(heading))
    if (key && !(key in choice)) choice[key] = index
  }
  return choice
}

function namesOf(specs: readonly ColumnSpec[]): Map<string, string> {
  const keysByName = new Map<string, string>()
  for (const spec of specs) for (const name of [looseKey(spec.label), ...spec.names]) keysByName.set(name, spec.key)
  return keysByName
}

/** Unknown columns of a file, kept for the file of rejected rows. */
export function ownColumns(columns: readonly SheetColumn[], choice: ColumnChoice): ColumnSpec[] {
  const used = new Set(Object.values(choice))
  return columns
    .filter(({ index }) => !used.has(index))
    .map(({ index, heading }) => ({
      key: `own_${index}`,
      names: [],
      example: '',
      label: heading || `Column ${columnLetter(index)}`,
    }))
}

/** A column's name as in a spreadsheet: A, B, … Z, AA. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

const totals = /^(?:grand\s*)?total\b|^(?:કુલ|कुल)(?:\s|$)/i

/** Returns true for a line of totals, a repeated heading or a blank line. */
export function isNoRow(cells: readonly string[], headings: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return true
  if (totals.test(filled[0] ?? '') && filled.length <= Math.max(3, headings.length / 3)) return true
  return filled.length > 1 && cells.every((cell, index) => cell === (headings[index] ?? ''))
}
