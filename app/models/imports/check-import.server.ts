import { setImmediate as breathe } from 'node:timers/promises'
import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type Sheet, SheetTrouble } from '~/services/spreadsheets/port'
import { readSpreadsheet } from '~/services/spreadsheets/read-spreadsheet.server'
import { type ColumnChoice, findHeading, type Heading, isNoRow, matchColumns } from './columns'
import { hideAadhaar, hideIn } from './hidden-aadhaar'
import { readUpload } from './import-file.server'
import {
  counterOf,
  countOutcomes,
  findImport,
  type ImportRecord,
  noteProgress,
  settingsOf,
  stopImport,
} from './import-record.server'
import type { Judgement, KindOfImport, Problem, RowValues } from './kinds/port'
import { kindOfImport } from './kinds/registry.server'
import { type ImportKind, mostImportRows } from './options'
import { type JudgedRow, keepRows, type TextRow } from './stored-rows.server'

const atOnce = 500

/** Seconds; the longest file that is taken needs some ten. */
const longestReading = 60

/**
 * Reads an uploaded file, finds out which column is which, and says of every row what would become of it. Nothing of the school is
 * changed. It may be run again at any time: the rows of an earlier check are replaced.
 */
export async function checkImport(scope: SchoolScope, importId: number): Promise<void> {
  const record = await findImport(scope, { id: importId })
  if (record?.state !== 'checking') return
  const taken = await takeFile(scope, record)
  if (!taken) return
  const { kind, heading, choice, rows, notes } = taken
  if (rows.length > mostImportRows) return stopImport(scope, importId, 'too-many-rows')
  if (rows.length === 0) return stopImport(scope, importId, 'empty')
  await keepColumns(scope, importId, heading, choice, kind)
  if (!canStart(record.kind, choice)) return askForColumns(scope, importId, rows.length)
  await noteProgress(scope, importId, 0, rows.length)
  const judged = await judge(scope, record, kind, rows)
  await keep(scope, importId, kind, judged, notes)
}

/**
 * Rows, notes and counts are there all at once. Where two workers check one import (a job is given out again when its worker is
 * silent for long), the first to come here is heard.
 */
function keep(
  scope: SchoolScope,
  importId: number,
  kind: KindOfImport,
  judged: { rows: JudgedRow[]; notes: string[] },
  notes: readonly string[],
): Promise<void> {
  return inTransaction(async () => {
    const ids = { schoolId: scope.schoolId, importId }
    const waiting = await selectOne(
      "SELECT id FROM imports WHERE school_id = :schoolId AND id = :importId AND state = 'checking' FOR UPDATE",
      ids,
    )
    if (!waiting) return
    await keepRows(scope, importId, kind.columns, judged.rows)
    await execute(
      `UPDATE imports SET state = 'checked', notes = :notes, total_rows = :total, rows_done = 0, new_rows = :new,
         changed_rows = :changed, unchanged_rows = :unchanged, rejected_rows = :rejected, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :importId`,
      {
        ...ids,
        notes: JSON.stringify([...judged.notes, ...notes]),
        total: judged.rows.length,
        ...countOutcomes(judged.rows.map((row) => row.judgement)),
      },
    )
  })
}

/** The file's rows under our own column names; what it was read from is let go. */
async function takeFile(scope: SchoolScope, record: ImportRecord) {
  const sheet = await readSheet(scope, record)
  if (!sheet) return null
  const kind = kindOfImport(record.kind)
  const heading = findHeading(sheet.rows, kind.columns)
  const choice = record.chosen ?? matchColumns(heading.columns, kind.columns)
  return { kind, heading, choice, ...takeRows(sheet, heading, choice) }
}

async function readSheet(scope: SchoolScope, record: ImportRecord): Promise<Sheet | null> {
  const bytes = await readUpload(scope, record.fileId)
  if (!bytes) {
    await stopImport(scope, record.id, 'file-gone')
    return null
  }
  try {
    return await readSpreadsheet(bytes, { seconds: longestReading })
  } catch (error) {
    if (!(error instanceof SheetTrouble)) throw error
    await stopImport(scope, record.id, error.code)
    return null
  }
}

/** The rows under the headings; blank lines, sums and repeated headings are none. */
function takeRows(sheet: Sheet, heading: Heading, choice: ColumnChoice): { rows: TextRow[]; notes: string[] } {
  const headings = sheet.rows[heading.row] ?? []
  const places = Object.entries(choice)
  const rows: TextRow[] = []
  const passed: number[] = []
  for (let index = heading.row + 1; index < sheet.rows.length; index++) {
    const cells = sheet.rows[index] ?? []
    if (isNoRow(cells, headings)) {
      if (cells.some((cell) => cell !== '')) passed.push(index + 1)
      continue
    }
    const texts: RowValues = {}
    for (const [key, place] of places) {
      const text = cells[place]
      if (text) texts[key] = text
    }
    rows.push({ line: index + 1, texts })
  }
  return {
    rows,
    notes: [
      ...(heading.row > 0 ? [`Lines 1 to ${heading.row} are above the headings and were skipped.`] : []),
      ...(passed.length > 0 ? [`Skipped as totals or repeated headings: ${linesText(passed)}.`] : []),
      ...(sheet.unclosedQuotes.length > 0
        ? [`A quote is not closed: ${linesText(sheet.unclosedQuotes)}. Read as it is.`]
        : []),
    ],
  }
}

function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, 8).join(', ')
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > 8 ? ` and ${lines.length - 8} more` : ''}`
}

/** Without these columns no row can be told apart from another: somebody must say which they are. */
function canStart(kind: ImportKind, choice: ColumnChoice): boolean {
  const has = (key: string) => key in choice
  if (kind === 'students') return has('enrollment_number') || has('first_name') || has('full_name')
  return kindOfImport(kind).columns.every((spec) => spec.needed !== 'always' || has(spec.key))
}

async function keepColumns(
  scope: SchoolScope,
  importId: number,
  heading: Heading,
  choice: ColumnChoice,
  kind: KindOfImport,
): Promise<void> {
  const secret = new Set(kind.columns.filter((spec) => spec.secret).map((spec) => choice[spec.key]))
  // Samples help to choose; what may be an Aadhaar number is none. A file without headings has its first row for them.
  const columns = heading.columns.map((column) => ({
    ...column,
    heading: hideIn(column.heading),
    samples:
      secret.has(column.index) || column.samples.some(mayBeAadhaar)
        ? []
        : column.samples.map((text) => text.slice(0, 40)),
  }))
  await execute(
    `UPDATE imports SET sheet_columns = :columns, columns_chosen = :choice, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :importId AND state = 'checking'`,
    { schoolId: scope.schoolId, importId, columns: JSON.stringify(columns), choice: JSON.stringify(choice) },
  )
}

function mayBeAadhaar(text: string): boolean {
  return /\d{4}[\s-]?\d{4}[\s-]?\d{4}/.test(text) || hideIn(text) !== text
}

async function askForColumns(scope: SchoolScope, importId: number, totalRows: number): Promise<void> {
  await execute(
    `UPDATE imports SET state = 'columns', total_rows = :totalRows, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :importId AND state = 'checking'`,
    { schoolId: scope.schoolId, importId, totalRows },
  )
}

/** Each row by itself first, then those that can be read against the school and each other. */
async function judge(
  scope: SchoolScope,
  record: ImportRecord,
  kind: KindOfImport,
  rows: readonly TextRow[],
): Promise<{ rows: JudgedRow[]; notes: string[] }> {
  const settings = settingsOf(record)
  const progress = counterOf(scope, record.id)
  hideAadhaar(rows, kind.columns)
  const read = kind.reader(settings.today)
  const result: JudgedRow[] = []
  const readable: JudgedRow[] = []
  for (const { line, texts } of rows) {
    const { values, problems } = read(texts)
    const row = { line, texts, values, label: kind.labelOf(values), judgement: rejectedFor(problems) }
    result.push(row)
    if (problems.length === 0) readable.push(row)
    if (result.length % atOnce === 0) {
      await breathe()
      await progress(atOnce)
    }
  }
  const plan = await kind.plan(scope, readable, settings)
  for (const [index, row] of readable.entries()) row.judgement = plan.judgements[index] ?? row.judgement
  return { rows: result, notes: plan.notes }
}

function rejectedFor(problems: Problem[]): Judgement {
  return { outcome: 'rejected', problems, changes: [] }
}
