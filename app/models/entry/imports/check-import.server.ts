import { setImmediate as breathe } from 'node:timers/promises'
import { inTransaction } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { markOf, rowTexts, type Sheet, SheetTrouble } from '~/services/spreadsheets/port'
import { readSpreadsheet } from '~/services/spreadsheets/read-spreadsheet.server'
import { cellsOf, type RowMarks } from './cell-marks'
import { looseKey } from './cells'
import {
  type ColumnChoice,
  type ColumnMatch,
  type ColumnReading,
  type ColumnSpec,
  columnLetter,
  feeColumnsOf,
  findHeading,
  type Heading,
  isFeeColumnKey,
  isNoRow,
  ownColumns,
  type SheetColumn,
} from './columns'
import { decideColumns } from './decide/decide-columns'
import { type ColumnDecisions, isOpen } from './decide/port'
import { knownHeadings } from './headings/heading-book'
import { hideAadhaar, hideIn } from './hidden-aadhaar'
import { readUpload } from './import-file.server'
import {
  changeImport,
  counterOf,
  countOutcomes,
  findImport,
  type ImportRecord,
  settingsOf,
  stopImport,
} from './import-record.server'
import { type ImportWords, readWords } from './import-words.server'
import { enqueueLongCheck } from './imports.server'
import { isFullName } from './kinds/field-reader'
import { withNumberColumns } from './kinds/number-columns'
import { type KindOfImport, type RowValues, rejectedFor } from './kinds/port'
import { kindOfImport } from './kinds/registry.server'
import { packFees } from './match/fees-of-row'
import { matchColumns } from './match/match-columns'
import { readSchoolFacts } from './match/school-facts.server'
import { linesText, notesOfNotices, sheetLabels } from './notices'
import { type ImportKind, maxImportRows } from './options'
import { type CheckedRow, keepRows, type TextRow } from './stored-rows.server'

const atOnce = 500

/** Sufficient for nearly every file. Longer reads are repeated by a separate job with more time. */
const usualReadingSeconds = 10
/** The largest accepted file needs about ten seconds, more on a busy machine. */
const maxReadingSeconds = 60

/**
 * Reads an uploaded file, identifies its columns and plans the outcome of every row. Changes no data of the school. May
 * be run again at any time: it replaces the rows of an earlier check.
 * @param takesLong the file was not read in the usual time; without it, such a file is left to a later job of its own
 */
export async function checkImport(scope: SchoolScope, importId: number, { takesLong = false } = {}): Promise<void> {
  const record = await findImport(scope, { id: importId })
  if (record?.state !== 'checking') return
  const fileContent = await takeFile(scope, record, takesLong)
  if (!fileContent) return
  const { kind, heading, choice, readings, own, sheets, rows, notes, isHidden } = fileContent
  if (rows.length > maxImportRows) return stopImport(scope, importId, 'too-many-rows')
  if (rows.length === 0 && sheets.length < 2) return stopImport(scope, importId, isHidden ? 'rows-hidden' : 'empty')
  hideAadhaar(rows, [...kind.columns, ...own])
  const isUnclear = [...readings.values()].some(({ confidence }) => confidence === 'unsure')
  const hasColumns = rows.length > 0 && !isUnclear && hasNeeded(record.kind, choice)
  const { decisions, ...asked } = decideColumns(kind.rules, hasColumns ? rows.map(withCells) : [], {
    today: settingsOf(record).today,
    answers: record.answers,
    ...headingsOf(heading, withNumberColumns(choice)),
  })
  const canStart = hasColumns && !asked.questions.some(isOpen) && asked.contradictions.length === 0
  await changeImport(scope, importId, 'checking', {
    state: canStart ? 'checking' : 'columns',
    sheetColumns: shownColumns(heading, { choice, readings }, kind),
    sheets,
    columnsChosen: choice,
    answers: { answers: record.answers, ...asked },
    totalRows: rows.length,
    ...(canStart ? { rowsDone: 0 } : {}),
  })
  if (!canStart) return
  const assessed = await plan(scope, record, kind, { rows, decisions })
  const counts = countOutcomes(assessed.rows.map((row) => row.verdict))
  // If all rows lack the same column, reports that once instead of a thousand times.
  const lacking = new Set(missingColumns(kind.columns, choice).map(({ label }) => label))
  const isHopeless =
    counts.rejectedRows === assessed.rows.length &&
    assessed.rows.some(({ verdict }) => verdict.problems.some(({ column }) => column !== null && lacking.has(column)))
  const checked = {
    state: isHopeless ? 'columns' : 'checked',
    notes: [...assessed.notes, ...notes],
    rowsDone: 0,
    ...counts,
  } as const
  // Writes all at once. If two workers check one import (a job is reassigned when its worker is silent for long), the
  // first one wins.
  await inTransaction(async () => {
    const isFirst = await changeImport(scope, importId, 'checking', { ...checked, totalRows: assessed.rows.length })
    if (isFirst) await keepRows(scope, importId, [...kind.columns, ...own], assessed.rows)
  })
}

const withCells = (row: TextRow) => ({ line: row.line, texts: cellsOf(row) })

/** Headings of the file, and of the matched columns by key. */
function headingsOf({ columns }: Heading, choice: ColumnChoice) {
  const byIndex = new Map(columns.map(({ index, heading }) => [index, hideIn(heading)]))
  const headings = Object.fromEntries(Object.entries(choice).map(([key, index]) => [key, byIndex.get(index)]))
  return { headings, allHeadings: [...byIndex.values()] }
}

/** Returns the file's rows under our own column names; the sheet itself is released. */
async function takeFile(scope: SchoolScope, record: ImportRecord, takesLong: boolean) {
  const kind = kindOfImport(record.kind)
  const words = await readWords(scope, record.kind)
  const headings = [...knownHeadings(record.kind, kind.columns), ...words.headings.keys()]
  const sheet = await readSheet(scope, record, { takesLong, headings })
  if (!sheet) return null
  // The texts tell what a column is; a row without marks is its own texts.
  const texts = sheet.rows.map(rowTexts)
  const heading = findHeading(texts, record.kind, kind.columns)
  const file = { heading, rows: texts }
  const { choice, readings } = record.chosen
    ? chosenMatch(record.chosen)
    : matchColumns(record.kind, kind.columns, file, {
        learnedHeadings: words.headings,
        facts: await readSchoolFacts(scope, record.kind, file),
      })
  const unknownColumns = ownColumns(heading.columns, choice)
  return {
    kind,
    heading,
    choice,
    readings,
    own: unknownColumns,
    sheets: sheetLabels(sheet),
    isHidden: sheet.notices.some(({ kind: notice }) => notice === 'hidden-rows'),
    ...takeRows(sheet, heading, choice, { words, chosenSheet: record.sheet }),
  }
}

/** A match that the user has chosen: nothing is unclear. */
function chosenMatch(choice: ColumnChoice): ColumnMatch {
  const readings = new Map<number, ColumnReading>()
  for (const [key, index] of Object.entries(choice)) readings.set(index, { confidence: 'chosen', keys: [key] })
  return { choice, readings }
}

async function readSheet(
  scope: SchoolScope,
  record: ImportRecord,
  { takesLong, headings }: { takesLong: boolean; headings: readonly string[] },
): Promise<Sheet | null> {
  const bytes = await readUpload(scope, record.fileId)
  if (!bytes) {
    await stopImport(scope, record.id, 'file-gone')
    return null
  }
  try {
    const seconds = takesLong ? maxReadingSeconds : usualReadingSeconds
    return await readSpreadsheet(bytes, {
      seconds,
      sheet: record.sheet,
      separator: record.answers.separator,
      takesLong,
      headings,
    })
  } catch (error) {
    // The job will be retried.
    if (!(error instanceof SheetTrouble) || error.code === 'busy') throw error
    if (error.isSlow && !takesLong) await inTransaction(() => enqueueLongCheck(scope, record.id))
    else await stopImport(scope, record.id, error.code)
    return null
  }
}

/** Rows below the headings, except blank lines, totals and repeated headings. */
function takeRows(
  sheet: Sheet,
  heading: Heading,
  choice: ColumnChoice,
  { words: { values: meanings }, chosenSheet }: { words: ImportWords; chosenSheet: number },
): { rows: TextRow[]; notes: string[] } {
  const headings = rowTexts(sheet.rows[heading.row] ?? [])
  const fields = Object.entries(withNumberColumns(choice)).filter(([key]) => !isFeeColumnKey(key))
  const used = new Set(fields.map(([, index]) => index))
  const places: Array<[key: string, place: number]> = [
    ...fields,
    ...heading.columns
      .filter(({ index }) => !used.has(index))
      .map(({ index }): [string, number] => [`own_${index}`, index]),
  ]
  const fees = feeColumnsOf(choice).map((index) => [headings[index] || `Column ${columnLetter(index)}`, index] as const)
  const meaningOf = (key: string, text: string) => meanings.get(key)?.get(looseKey(text)) || text
  const rows: TextRow[] = []
  const passed: number[] = []
  for (let index = heading.row + 1; index < sheet.rows.length; index++) {
    const cells = sheet.rows[index] ?? []
    const texts = rowTexts(cells)
    if (isNoRow(texts, headings)) {
      if (texts.some((text) => text !== '')) passed.push(index + 1)
      continue
    }
    const values: RowValues = {}
    const marks: RowMarks = {}
    for (const [key, place] of places) {
      const text = texts[place]
      if (!text) continue
      values[key] = meaningOf(key, text)
      const mark = markOf(cells[place])
      if (mark) marks[key] = mark
    }
    if (fees.length > 0) values.fees = packFees(fees.map(([name, index]) => [name, texts[index] ?? '']))
    rows.push({ line: index + 1, texts: values, ...(cells === texts ? {} : { marks }) })
  }
  const full = rows
    .map(({ texts }) => (texts.last_name ? '' : (texts.full_name ?? '')))
    .find((name) => /^\S+ \S+ \S+$/.test(name))
  return {
    rows,
    notes: [
      ...(heading.row > 0 ? [`Lines 1 to ${heading.row} are above the headings and were skipped.`] : []),
      ...(passed.length > 0 ? [`Skipped as totals or repeated headings: ${linesText(passed)}.`] : []),
      ...(sheet.unclosedQuotes.length > 0
        ? [`A quotation mark is not closed: ${linesText(sheet.unclosedQuotes)}. The text was read as it is.`]
        : []),
      ...notesOfNotices(sheet, chosenSheet),
      ...(full === undefined
        ? []
        : [
            `“${full}” is read with the last name ${full.split(' ').at(-1)}. If the last name comes first, choose “Full name, surname first” under Change columns.`,
          ]),
    ],
  }
}

/** Returns true when the file has the columns that identify a row; otherwise a user must choose them. */
function hasNeeded(kind: ImportKind, choice: ColumnChoice): boolean {
  const fields = withNumberColumns(choice)
  const has = (key: string) => key in fields
  const { columns } = kindOfImport(kind)
  if (kind === 'students')
    return has('enrollment_number') || has('first_name') || columns.some((spec) => isFullName(spec) && has(spec.key))
  // The fees of a wide sheet are its amounts.
  const isThere = (key: string) => has(key) || (key === 'amount' && feeColumnsOf(choice).length > 0)
  return columns.every((spec) => spec.needed !== 'always' || isThere(spec.key))
}

/** Needed columns that a file lacks; a full name counts as first and last name. */
export function missingColumns(columns: readonly ColumnSpec[], choice: ColumnChoice): ColumnSpec[] {
  const hasFullName = columns.some((spec) => isFullName(spec) && spec.key in choice)
  const hasFees = feeColumnsOf(choice).length > 0
  const isThere = ({ key }: ColumnSpec) =>
    key in choice || (hasFullName && /^(first|last)_name$/.test(key)) || (hasFees && key === 'amount')
  return columns.filter((spec) => spec.needed !== undefined && !isThere(spec))
}

/**
 * Columns with samples that help to choose, but never a possible Aadhaar number. A file without headings shows its
 * first row instead.
 */
function shownColumns({ columns }: Heading, { choice, readings }: ColumnMatch, kind: KindOfImport): SheetColumn[] {
  const secret = new Set(kind.columns.filter((spec) => spec.secret).map((spec) => choice[spec.key]))
  return columns.map(({ index, heading, samples }) => ({
    index,
    heading: hideIn(heading).slice(0, 200),
    reading: readings.get(index),
    samples: secret.has(index) || samples.some(mayBeAadhaar) ? [] : samples.map((text) => text.slice(0, 40)),
  }))
}

function mayBeAadhaar(text: string): boolean {
  return /\d{4}[\s-]?\d{4}[\s-]?\d{4}/.test(text) || hideIn(text) !== text
}

/** Checks each row by itself first, then the readable ones against the school and each other. */
async function plan(
  scope: SchoolScope,
  record: ImportRecord,
  kind: KindOfImport,
  { rows, decisions }: { rows: readonly TextRow[]; decisions: ColumnDecisions },
) {
  const settings = settingsOf(record)
  const progress = counterOf(scope, record.id)
  const read = kind.reader(settings.today, decisions)
  const result: CheckedRow[] = []
  const readable: CheckedRow[] = []
  for (const textRow of rows) {
    const { line, texts } = textRow
    const { values, problems } = read(cellsOf(textRow))
    const row = { line, texts, values, label: kind.labelOf(values), verdict: rejectedFor(problems) }
    result.push(row)
    if (problems.length === 0) readable.push(row)
    if (result.length % atOnce === 0) {
      await breathe()
      await progress(atOnce)
    }
  }
  const { verdicts, notes } = await kind.plan(scope, readable, settings)
  for (const [index, row] of readable.entries()) row.verdict = verdicts[index] ?? row.verdict
  return { rows: result, notes }
}
