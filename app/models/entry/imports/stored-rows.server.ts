import { setImmediate as breathe } from 'node:timers/promises'
import { execute, insertRows, number, selectRows, text, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'
import { aadhaarEnd } from '~/models/people/students/rules'
import { decrypt, encrypt } from '~/services/secrets/secrets.server'
import type { ColumnSpec } from './columns'
import type { DoubtedRow, DoubtKind } from './doubts'
import type { Problem, ReadRow, RowValues, Verdict } from './kinds/port'
import type { RowOutcome } from './options'
import type { RowMarks } from './values/cell-marks'

export interface TextRow {
  line: number
  /** The row's texts as they are in the file. */
  texts: RowValues
  /** What the spreadsheet says about cells, such as "a date"; absent for a row of plain texts. */
  marks?: RowMarks
}

export interface CheckedRow extends TextRow {
  /** Values that the check read from the texts. */
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
 * The empty text stands for a missing cell. A cell with an empty value, such as the last name of a person with one
 * name, is null.
 */
type StoredText = string | null
/** A cell's text in the file, if unlike the value read. Rows of older checks have all texts, without positions. */
type FileText = [position: number, text: StoredText]

const storedText = (text: string | undefined): StoredText => (text === undefined ? '' : text || null)

/** Unpacks a row's texts; `secrets` false omits Aadhaar numbers, for pages and files. */
export function unpackTexts(
  cells: string,
  columns: readonly ColumnSpec[],
  importId: number,
  { secrets, fileCells = null }: { secrets: boolean; fileCells?: string | null },
): RowValues {
  const texts: RowValues = {}
  const cellTexts = JSON.parse(cells) as StoredText[]
  const fileTexts = JSON.parse(fileCells ?? '[]') as Array<FileText | StoredText>
  for (const [index, stored] of fileTexts.entries()) {
    const [position, text] = Array.isArray(stored) ? stored : [index, stored]
    cellTexts[position] = text
  }
  columns.forEach(({ key, secret }, index) => {
    const text = cellTexts[index]
    if (text === undefined || text === '' || (secret && !secrets)) return
    texts[key] = text !== null && secret ? decrypt(text, context(importId)) : (text ?? '')
  })
  return texts
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
 * Replaces the rows of an earlier check. A rejected row keeps the file's texts, for correction. Other rows keep the
 * values read, so that the run need not read them again. They also keep the file's texts that differ, because they may
 * be rejected later. Aadhaar numbers are encrypted. If the school keeps only their last digits, a rejected row has no
 * number; it is corrected in the file.
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
    const cells: StoredText[] = []
    const fileTexts: FileText[] = []
    columns.forEach(({ key, secret }, position) => {
      const fileText = storedText(texts[key])
      const text = isRejected ? fileText : storedText(values[key])
      if (secret) {
        const number = onlyEnds ? (isRejected ? '' : text?.slice(-aadhaarEnd)) : text
        cells.push(number ? encrypt(number, context(importId)) : '')
        return
      }
      cells.push(text)
      if (text !== fileText) fileTexts.push([position, fileText])
    })
    while (cells.at(-1) === '') cells.pop()
    return {
      texts: [label.slice(0, maxLabelLength), JSON.stringify(cells)] as [string, string],
      preview: [shown, doubted?.kind ?? null, packProblems(doubted?.problems ?? []), packList(fileTexts)],
    }
  }
  await insertRows('import_rows', [...rowColumns, ...previewColumns], packed(scope, importId, rows, textsOf))
}

/** Kinds of doubt whose rows the user leaves out: all of them, or all but the confirmed `exceptLines`. */
export type LeftOut = ReadonlyArray<{ kind: DoubtKind; exceptLines: readonly number[] }>

/**
 * Rejects doubted rows that the user leaves out, with the doubts as the reason. Returns how many of them were new and
 * how many were changed.
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
    await execute(`UPDATE import_rows SET outcome = 'rejected', problems = doubts, changes = NULL ${where}`, values)
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

/** Saves outcomes that differ between run and check. */
export function noteOutcomes(
  scope: SchoolScope,
  importId: number,
  changed: ReadonlyArray<{ line: number; verdict: Verdict }>,
): Promise<void> {
  return insertRows(
    'import_rows',
    rowColumns,
    packed(scope, importId, changed, () => ({ texts: ['', ''], preview: [] })),
    'ON DUPLICATE KEY UPDATE outcome = VALUES(outcome), problems = VALUES(problems), changes = VALUES(changes)',
  )
}
