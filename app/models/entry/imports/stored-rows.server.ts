import { setImmediate as breathe } from 'node:timers/promises'
import { execute, insertRows, number, selectRows, text, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'
import { aadhaarEnd } from '~/models/people/students/rules'
import { decrypt, encrypt } from '~/services/secrets/secrets.server'
import type { RowMarks } from './cell-marks'
import type { ColumnSpec } from './columns'
import type { DoubtedRow, DoubtKind } from './doubts'
import type { Problem, ReadRow, RowValues, Verdict } from './kinds/port'
import type { RowOutcome } from './options'

export interface TextRow {
  line: number
  /** Texts of the file. */
  texts: RowValues
  /** Marks of the cells that have one; absent for a row of plain texts. */
  marks?: RowMarks
}

export interface CheckedRow extends TextRow {
  /** Texts after reading. */
  values: RowValues
  label: string
  verdict: Verdict
  /** Values for the preview as JSON text, which needs less memory than lists. */
  shown?: string
  doubted?: DoubtedRow
}

const atOnce = 1_000
const maxLabelLength = 200
const context = (importId: number) => `import_rows.cells:${importId}`

/**
 * Packs a row's texts in the order of the columns, with Aadhaar numbers encrypted. A missing text is empty, and an
 * empty one, such as the last name of a person with one name, is null.
 */
function packTexts(texts: RowValues, columns: readonly ColumnSpec[], importId: number): string {
  const cells = columns.map(({ key, secret }) => {
    const text = texts[key] ?? ''
    if (text === '') return texts[key] === undefined || secret ? '' : null
    return secret ? encrypt(text, context(importId)) : text
  })
  while (cells.at(-1) === '') cells.pop()
  return JSON.stringify(cells)
}

/** Unpacks a row's texts; `secrets` false omits Aadhaar numbers, for pages and files. */
export function unpackTexts(
  cells: string,
  columns: readonly ColumnSpec[],
  importId: number,
  { secrets }: { secrets: boolean },
): RowValues {
  const texts: RowValues = {}
  const cellTexts = JSON.parse(cells) as Array<string | null>
  for (const [index, { key, secret }] of columns.entries()) {
    const text = cellTexts[index]
    if (text === undefined || text === '' || (secret && !secrets)) continue
    if (text === null) {
      texts[key] = ''
      continue
    }
    texts[key] = secret ? decrypt(text, context(importId)) : text
  }
  return texts
}

/** Reduces Aadhaar numbers to the last digits; removes them from rejected rows, which are corrected in the file. */
function withEnds(texts: RowValues, columns: readonly ColumnSpec[], isRejected: boolean): RowValues {
  const ends = columns.flatMap(({ key, secret }) => {
    const text = texts[key]
    return secret && text !== undefined ? [[key, isRejected ? '' : text.slice(-aadhaarEnd)]] : []
  })
  return { ...texts, ...Object.fromEntries(ends) }
}

const rowColumns = ['import_id', 'line', 'school_id', 'outcome', 'label', 'cells', 'problems', 'changes']
const previewColumns = ['shown', 'doubt', 'doubts', 'file_cells']

const packList = (items: readonly unknown[]) => (items.length === 0 ? null : JSON.stringify(items))
const packProblems = (problems: readonly Problem[]) =>
  packList(
    problems.map(({ column, message, value }) => (value === undefined ? [column, message] : [column, message, value])),
  )

/** Yields the stored cells of each row; an empty list is stored as null. */
function* packed(
  { schoolId }: SchoolScope,
  importId: number,
  rows: ReadonlyArray<{ line: number; verdict: Verdict }>,
  textsOf: (index: number) => { texts: [label: string, cells: string]; preview: Array<string | null> },
) {
  for (const [index, { line, verdict }] of rows.entries()) {
    const { texts, preview } = textsOf(index)
    const lists = [packProblems(verdict.problems), packList(verdict.changes)]
    yield [importId, line, schoolId, verdict.outcome, ...texts, ...lists, ...preview]
  }
}

/**
 * Replaces the rows of an earlier check: a rejected row keeps the file's texts, for correction; others keep the values
 * read, so that the run need not read them again, and the file's texts if they differ, as the row may be rejected later.
 */
export async function keepRows(
  scope: SchoolScope,
  importId: number,
  columns: readonly ColumnSpec[],
  rows: readonly CheckedRow[],
): Promise<void> {
  const { schoolId } = scope
  await execute('DELETE FROM import_rows WHERE school_id = :schoolId AND import_id = :importId', { schoolId, importId })
  const onlyEnds = (await lastFourSince(scope)) !== null
  const textsOf = (index: number) => {
    const { texts = {}, values = {}, label = '', verdict, shown = null, doubted } = rows[index] ?? {}
    const isRejected = verdict?.outcome === 'rejected'
    const all = isRejected ? texts : values
    const storedTexts = onlyEnds ? withEnds(all, columns, isRejected) : all
    const cells = packTexts(storedTexts, columns, importId)
    const fileCells = isRejected ? cells : packTexts(withoutSecrets(texts, columns), columns, importId)
    return {
      texts: [label.slice(0, maxLabelLength), cells] as [string, string],
      preview: [
        shown,
        doubted?.kind ?? null,
        packProblems(doubted?.problems ?? []),
        fileCells === cells ? null : fileCells,
      ],
    }
  }
  await insertRows('import_rows', [...rowColumns, ...previewColumns], packed(scope, importId, rows, textsOf))
}

function withoutSecrets(texts: RowValues, columns: readonly ColumnSpec[]): RowValues {
  return { ...texts, ...Object.fromEntries(columns.flatMap(({ key, secret }) => (secret ? [[key, '']] : []))) }
}

/** Lines of doubted rows that the user leaves out, by the kind of doubt: all, or all but the confirmed ones. */
export type LeftOut = ReadonlyArray<{ kind: DoubtKind; exceptLines: readonly number[] }>

/**
 * Rejects doubted rows that the user leaves out, with the doubts as the reason and the texts of the file for correction.
 * Returns their number by the former outcome.
 */
export async function leaveOutRows(scope: SchoolScope, importId: number, leftOut: LeftOut) {
  const counts = { new: 0, changed: 0 }
  for (const { kind, exceptLines } of leftOut) {
    const where = `WHERE school_id = :schoolId AND import_id = :importId AND doubt = :kind AND outcome <> 'rejected'
      AND line NOT IN (:exceptLines)`
    const values = { schoolId: scope.schoolId, importId, kind, exceptLines: [0, ...exceptLines] }
    const rows = await selectRows(
      { outcome: wordOf<'new' | 'changed'>('outcome'), rows: number('COUNT(*)') },
      `FROM import_rows ${where} GROUP BY outcome`,
      values,
    )
    for (const row of rows) counts[row.outcome] += row.rows
    await execute(
      `UPDATE import_rows SET outcome = 'rejected', problems = doubts, changes = NULL,
         cells = COALESCE(file_cells, cells) ${where}`,
      values,
    )
  }
  return counts
}

/** Rows that were not rejected, in order, as read by the check. */
export async function readGoodRows(scope: SchoolScope, importId: number, columns: readonly ColumnSpec[]) {
  const rows: Array<ReadRow & { outcome: RowOutcome }> = []
  for (let last = 0; ; ) {
    const part = await selectRows(
      { line: number('line'), outcome: wordOf<RowOutcome>('outcome'), cells: text('cells') },
      `FROM import_rows
       WHERE school_id = :schoolId AND import_id = :importId AND line > :last AND outcome <> 'rejected'
       ORDER BY line LIMIT ${atOnce}`,
      { schoolId: scope.schoolId, importId, last },
    )
    for (const { line, outcome, cells } of part)
      rows.push({ line, outcome, values: unpackTexts(cells, columns, importId, { secrets: true }) })
    if (part.length < atOnce) return rows
    last = part.at(-1)?.line ?? last
    await breathe()
  }
}

/** Saves outcomes that differ between run and check. A row rejected only now returns to the texts of the file. */
export function noteOutcomes(
  scope: SchoolScope,
  importId: number,
  changed: ReadonlyArray<{ line: number; verdict: Verdict }>,
): Promise<void> {
  return insertRows(
    'import_rows',
    rowColumns,
    packed(scope, importId, changed, () => ({ texts: ['', ''], preview: [] })),
    `ON DUPLICATE KEY UPDATE outcome = VALUES(outcome), problems = VALUES(problems), changes = VALUES(changes),
     cells = IF(VALUES(outcome) = 'rejected', COALESCE(file_cells, cells), cells)`,
  )
}
