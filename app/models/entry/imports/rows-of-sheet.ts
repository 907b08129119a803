import { type Cell, cellText, markOf, rowTexts, type Sheet } from '~/services/spreadsheets/port'
import {
  type ColumnChoice,
  type ColumnMatch,
  type ColumnReading,
  type ColumnSpec,
  columnLetter,
  findHeading,
  type Heading,
  isNoRow,
} from './columns'
import type { Answers } from './decide/port'
import { hideIn } from './hidden-aadhaar'
import type { ImportWords } from './import-words.server'
import { isFullName } from './kinds/field-reader'
import { withNumberColumns } from './kinds/number-columns'
import type { KindOfImport, RowValues } from './kinds/port'
import { linesText, notesOfNotices } from './notices'
import type { ImportKind } from './options'
import type { TextRow } from './stored-rows.server'
import type { RowMarks } from './values/cell-marks'
import { looseKey } from './values/cells'
import { isWideColumnKey, packCells, replacedKeys, wideIndexesOf } from './wide-columns'

/** Rows of a sheet as texts, with the headings that were found. */
export interface FileOfSheet {
  heading: Heading
  rows: ReadonlyArray<readonly string[]>
}

/** Finds the headings of a sheet, and returns its rows as the texts from which the columns are recognized. */
export function fileOfSheet(sheet: Sheet, kind: ImportKind, specs: readonly ColumnSpec[]): FileOfSheet {
  const rows = sheet.rows.map(tellingTexts)
  return { heading: findHeading(rows, kind, specs), rows }
}

const isError = (cell: Cell) => markOf(cell)?.kind === 'error'

/** Texts from which a column is recognized; errors become empty texts. */
function tellingTexts(row: readonly Cell[]): readonly string[] {
  return row.some(isError) ? row.map((cell) => (isError(cell) ? '' : cellText(cell))) : rowTexts(row)
}

/** Match for columns that the user has chosen: no column is unclear. */
export function chosenMatch(choice: ColumnChoice): ColumnMatch {
  const readings = new Map<number, ColumnReading>()
  for (const [key, index] of Object.entries(choice)) readings.set(index, { confidence: 'chosen', keys: [key] })
  return { choice, readings }
}

/** Headings of the file, and of the matched columns by key. */
export function headingsOf({ columns }: Heading, choice: ColumnChoice) {
  const byIndex = new Map(columns.map(({ index, heading }) => [index, hideIn(heading)]))
  const headings = Object.fromEntries(
    Object.entries(withNumberColumns(choice)).map(([key, index]) => [key, byIndex.get(index)]),
  )
  return { headings, allHeadings: [...byIndex.values()] }
}

const forAll = 'all:'

/** Id of the answer that holds a column's value for all rows. */
export const answerForAll = (key: string) => `${forAll}${key}`

/** Texts for all rows, by the keys of columns that the file lacks: entered by the user, or implied by the headings. */
export function impliedValues(
  { columns: specs, impliedBy }: KindOfImport,
  { columns }: Pick<Heading, 'columns'>,
  choice: ColumnChoice,
  answers: Answers = {},
): RowValues {
  const entered = specs.flatMap(({ key, sameForAll }) => {
    const text = sameForAll ? answers[answerForAll(key)] : undefined
    return text ? [[key, text] as const] : []
  })
  const implied = { ...impliedBy?.(columns.map(({ heading }) => heading)), ...Object.fromEntries(entered) }
  return Object.fromEntries(Object.entries(implied).filter(([key]) => !(key in choice)))
}

/** Rows below the headings, except blank lines, totals and repeated headings. */
export function rowsOfSheet(
  sheet: Sheet,
  heading: Heading,
  choice: ColumnChoice,
  {
    meanings,
    chosenSheet,
    implied,
    answers = {},
    kind,
  }: {
    meanings: ImportWords['values']
    chosenSheet: number
    implied: RowValues
    answers?: Answers
    kind: KindOfImport
  },
): { rows: TextRow[]; notes: string[] } {
  const headings = rowTexts(sheet.rows[heading.row] ?? [])
  const fields = Object.entries(withNumberColumns(choice)).filter(([key]) => !isWideColumnKey(key))
  const used = new Set(fields.map(([, index]) => index))
  const places: Array<[key: string, place: number]> = [
    ...fields,
    ...heading.columns
      .filter(({ index }) => !used.has(index))
      .map(({ index }): [string, number] => [`own_${index}`, index]),
  ]
  const headingAt = new Map(heading.columns.map((column) => [column.index, column.heading]))
  const { key: wideKey, wide } = kind.columns.find((spec) => spec.wide) ?? {}
  const wideColumns = wideIndexesOf(choice).map(
    (index) => [headingAt.get(index) || `Column ${columnLetter(index)}`, index] as const,
  )
  const meaningOf = (key: string, text: string) => meanings.get(key)?.get(looseKey(text)) || text
  const rows: TextRow[] = []
  const passed: number[] = []
  for (let index = heading.row + 1; index < sheet.rows.length; index++) {
    const cells = sheet.rows[index] ?? []
    const texts = rowTexts(cells)
    if (isNoRow(texts, headings) || wide?.isHeadingLine?.(texts)) {
      if (texts.some((text) => text !== '')) passed.push(index + 1)
      continue
    }
    const values: RowValues = { ...implied }
    const marks: RowMarks = {}
    for (const [key, place] of places) {
      const text = texts[place]
      if (!text) continue
      values[key] = meaningOf(key, text)
      const mark = markOf(cells[place])
      if (mark) marks[key] = mark
    }
    if (wideKey !== undefined && wideColumns.length > 0)
      values[wideKey] = packCells(wideColumns.map(([name, index]) => [name, texts[index] ?? '']))
    rows.push({ line: index + 1, texts: values, ...(cells === texts ? {} : { marks }) })
  }
  const full = rows
    .map(({ texts }) => (texts.last_name ? '' : (texts.full_name ?? '')))
    .find((name) => /^\S+ \S+ \S+$/.test(name))
  return {
    rows,
    notes: [
      ...(heading.above > 0 ? [aboveText(heading.above)] : []),
      ...(passed.length > 0 ? [`Skipped as totals, signatures or repeated headings: ${linesText(passed)}.`] : []),
      ...(sheet.unclosedQuotes.length > 0
        ? [`A quotation mark is not closed: ${linesText(sheet.unclosedQuotes)}. The text was read as it is.`]
        : []),
      ...notesOfNotices(sheet, chosenSheet),
      ...kind.columns.flatMap(({ key, label }) =>
        implied[key] === undefined
          ? []
          : answers[answerForAll(key)] === implied[key]
            ? [`${label} is ${implied[key]} in all rows, as entered. For another one, use Change columns.`]
            : [`${label} is ${implied[key]} in all rows, as the headings say. For another one, add a column.`],
      ),
      ...(full === undefined
        ? []
        : [
            `“${full}” is read with the last name ${full.split(' ').at(-1)}. If the last name comes first, choose “Full name, surname first” under Change columns.`,
          ]),
    ],
  }
}

/** Returns true when the file has the columns that identify a row; otherwise a user must choose them. */
export function hasNeeded({ columns, identifies }: KindOfImport, choice: ColumnChoice, implied: RowValues): boolean {
  const fields = withNumberColumns(choice)
  const replaced = replacedKeys(columns, Object.keys(choice))
  const has = (key: string) => key in fields || key in implied || replaced.includes(key)
  return identifies ? identifies(has) : columns.every(({ key, needed }) => needed !== 'always' || has(key))
}

/** Needed columns that a file lacks; a full name counts as first and last name. */
export function missingColumns(
  columns: readonly ColumnSpec[],
  choice: Readonly<Record<string, unknown>>,
): ColumnSpec[] {
  const hasFullName = columns.some((spec) => isFullName(spec) && spec.key in choice)
  const replaced = replacedKeys(columns, Object.keys(choice))
  const isThere = ({ key }: ColumnSpec) =>
    key in choice || (hasFullName && /^(first|last)_name$/.test(key)) || replaced.includes(key)
  return columns.filter((spec) => spec.needed !== undefined && !isThere(spec))
}

function aboveText(lines: number): string {
  if (lines === 1) return 'Line 1 is above the headings and was skipped.'
  return `Lines 1 to ${lines} are above the headings and were skipped.`
}
