import { setImmediate as breathe } from 'node:timers/promises'
import { inTransaction } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type Sheet, SheetTrouble } from '~/services/spreadsheets/port'
import { readSpreadsheet } from '~/services/spreadsheets/read-spreadsheet.server'
import { type ColumnMatch, type Heading, ownColumns, type SheetColumn } from './columns'
import { decideColumns } from './decide/decide-columns'
import { type ColumnDecisions, isOpen } from './decide/port'
import { type DoubtKind, doubtedRows, type StoredPreview } from './doubts'
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
import { readWords } from './import-words.server'
import { enqueueLongCheck } from './imports.server'
import { type ImportPlan, type KindOfImport, type RowValues, rejectedFor } from './kinds/port'
import { kindOfImport } from './kinds/registry.server'
import { withFeeCells } from './match/fees-of-row'
import { matchColumns } from './match/match-columns'
import { readSchoolFacts } from './match/school-facts.server'
import { sheetLabels } from './notices'
import { maxImportRows } from './options'
import { besideCells } from './preview'
import {
  chosenMatch,
  fileOfSheet,
  hasNeeded,
  headingsOf,
  impliedValues,
  missingColumns,
  rowsOfSheet,
} from './rows-of-sheet'
import { type CheckedRow, keepRows, type TextRow } from './stored-rows.server'
import { cellsOf, seenTexts } from './values/cell-marks'

const atOnce = 500

/** Sufficient for nearly every file. A read that takes longer is stopped, and repeated by a separate job. */
const usualReadingSeconds = 10
/** The largest accepted file needs about ten seconds, more on a busy machine. */
const maxReadingSeconds = 60

/**
 * Reads an uploaded file, identifies its columns and plans the outcome of every row. Changes no data of the school. May
 * be run again at any time: it replaces the rows of an earlier check.
 * @param takesLong true in the separate job for files that were not read in the usual time
 */
export async function checkImport(scope: SchoolScope, importId: number, { takesLong = false } = {}): Promise<void> {
  const record = await findImport(scope, { id: importId })
  if (record?.state !== 'checking') return
  const fileContent = await takeFile(scope, record, takesLong)
  if (!fileContent) return
  const { kind, heading, choice, implied, readings, own, sheets, rows, notes, isHidden } = fileContent
  if (rows.length > maxImportRows) return stopImport(scope, importId, 'too-many-rows')
  if (rows.length === 0 && sheets.length < 2) return stopImport(scope, importId, isHidden ? 'rows-hidden' : 'empty')
  hideAadhaar(rows, [...kind.columns, ...own])
  const isUnclear = [...readings.values()].some(({ confidence }) => confidence === 'unsure')
  const hasColumns = rows.length > 0 && !isUnclear && hasNeeded(kind, choice, implied)
  const { decisions, ...asked } = decideColumns(kind.rules, hasColumns ? rows.map(withCells) : [], {
    today: settingsOf(record).today,
    answers: record.answers,
    ...headingsOf(heading, choice),
  })
  const canStart = hasColumns && !asked.questions.some(isOpen) && asked.contradictions.length === 0
  const columns = shownColumns(heading, { choice, readings }, kind)
  await changeImport(scope, importId, 'checking', {
    state: canStart ? 'checking' : 'columns',
    sheetColumns: columns,
    sheets,
    columnsChosen: choice,
    answers: { answers: record.answers, ...asked },
    totalRows: rows.length,
    ...(canStart ? { rowsDone: 0 } : {}),
  })
  if (!canStart) return
  const assessed = await plan(scope, { ...record, columns, chosen: choice }, kind, { rows, decisions, implied })
  const counts = countOutcomes(assessed.rows.map((row) => row.verdict))
  // If all rows lack the same column, reports that once instead of a thousand times.
  const lacking = new Set(missingColumns(kind.columns, { ...choice, ...implied }).map(({ label }) => label))
  const isHopeless =
    counts.rejectedRows === assessed.rows.length &&
    assessed.rows.some(({ verdict }) => verdict.problems.some(({ column }) => column !== null && lacking.has(column)))
  const checked = {
    state: isHopeless ? 'columns' : 'checked',
    notes: [...assessed.notes, ...notes],
    preview: assessed.preview,
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

/**
 * Returns the file's rows by the keys of our columns, so that the sheet itself can be freed. Returns null if the file
 * cannot be read (the import is then stopped), or is left to the separate job.
 */
async function takeFile(scope: SchoolScope, record: ImportRecord, takesLong: boolean) {
  const kind = kindOfImport(record.kind)
  const words = await readWords(scope, record.kind)
  const headings = [...knownHeadings(record.kind, kind.columns), ...words.headings.keys()]
  const sheet = await readSheet(scope, record, { takesLong, headings })
  if (!sheet) return null
  const file = fileOfSheet(sheet, record.kind, kind.columns)
  const { heading } = file
  const { choice, readings } = record.chosen
    ? chosenMatch(record.chosen)
    : matchColumns(record.kind, kind.columns, file, {
        learnedHeadings: words.headings,
        facts: await readSchoolFacts(scope, record.kind, file),
      })
  const unknownColumns = ownColumns(heading.columns, choice)
  const { answers } = record
  const implied = impliedValues(kind, heading, choice, answers)
  return {
    kind,
    heading,
    choice,
    implied,
    readings,
    own: unknownColumns,
    sheets: sheetLabels(sheet),
    isHidden: sheet.notices.some(({ kind: notice }) => notice === 'hidden-rows'),
    ...rowsOfSheet(sheet, heading, choice, {
      meanings: words.values,
      chosenSheet: record.sheet,
      implied,
      answers,
      kind,
    }),
  }
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

/**
 * Columns of the file, with sample cells for the user who assigns their fields, but never a possible Aadhaar number. A
 * file without headings shows its first row instead.
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
  { rows, decisions, implied }: { rows: readonly TextRow[]; decisions: ColumnDecisions; implied: RowValues },
) {
  const settings = settingsOf(record)
  const progress = counterOf(scope, record.id)
  const read = kind.reader(settings.today, decisions)
  const result: CheckedRow[] = []
  const readable: CheckedRow[] = []
  for (const textRow of rows) {
    const { values, problems } = read(cellsOf(textRow))
    const row = { ...textRow, values, label: kind.labelOf(values), verdict: rejectedFor(problems) }
    result.push(row)
    if (problems.length === 0) readable.push(row)
    if (result.length % atOnce === 0) {
      await breathe()
      await progress(atOnce)
    }
  }
  const planned = await kind.plan(scope, readable, settings)
  for (const [index, row] of readable.entries()) row.verdict = planned.verdicts[index] ?? row.verdict
  return { rows: result, notes: planned.notes, preview: await addPreview(record, kind, readable, { planned, implied }) }
}

/** Adds to the rows what would be stored and which values are unlikely; returns totals and counts. */
async function addPreview(
  record: ImportRecord,
  kind: KindOfImport,
  rows: readonly CheckedRow[],
  { planned, implied }: { planned: ImportPlan; implied: RowValues },
): Promise<StoredPreview> {
  const { valuesOf, totals } = await planned.preview()
  const doubted = doubtedRows(record.kind, rows, settingsOf(record).today)
  const counts = new Map<DoubtKind, number>()
  // A value for all rows, which the user typed, has no cell in the file.
  const noCells = Object.fromEntries(Object.keys(implied).map((key) => [key, '']))
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await breathe()
    const texts = { ...withFeeCells(seenTexts(row)), ...noCells }
    const values = besideCells(valuesOf(index), texts, kind.previewColumns)
    if (values.length > 0) row.shown = JSON.stringify(values)
    const doubts = doubted.get(row.line)
    if (!doubts) continue
    row.doubted = doubts
    counts.set(doubts.kind, (counts.get(doubts.kind) ?? 0) + 1)
  }
  return { totals, doubts: [...counts] }
}
