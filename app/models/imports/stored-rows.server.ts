import { setImmediate as breathe } from 'node:timers/promises'
import { insertRows } from '~/database/bulk.server'
import { execute, select, type Tx } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { decrypt, encrypt } from '~/services/secrets/secrets.server'
import type { ColumnSpec } from './columns'
import type { Judgement, RowValues } from './kinds/port'
import type { RowOutcome } from './options'

export interface TextRow {
  line: number
  texts: RowValues
}

export interface JudgedRow extends TextRow {
  label: string
  judgement: Judgement
}

const atOnce = 1_000
const longestLabel = 200
const context = (importId: number) => `import_rows.cells:${importId}`

/** A row's texts in the order of the columns, its Aadhaar numbers encrypted. */
function packTexts(texts: RowValues, columns: readonly ColumnSpec[], importId: number): string {
  const cells = columns.map(({ key, secret }) => {
    const text = texts[key] ?? ''
    return secret && text !== '' ? encrypt(text, context(importId)) : text
  })
  while (cells.at(-1) === '') cells.pop()
  return JSON.stringify(cells)
}

/** `secrets` false leaves Aadhaar numbers out: for eyes and files. */
export function unpackTexts(
  cells: string,
  columns: readonly ColumnSpec[],
  importId: number,
  { secrets }: { secrets: boolean },
): RowValues {
  const texts: RowValues = {}
  const kept = JSON.parse(cells) as string[]
  for (const [index, { key, secret }] of columns.entries()) {
    const text = kept[index] ?? ''
    if (text === '' || (secret && !secrets)) continue
    texts[key] = secret ? decrypt(text, context(importId)) : text
  }
  return texts
}

/** Keeps the rows of an import in place of those of an earlier check. */
export async function keepRows(
  scope: SchoolScope,
  importId: number,
  columns: readonly ColumnSpec[],
  rows: readonly JudgedRow[],
  tx: Tx,
): Promise<void> {
  await execute(
    'DELETE FROM import_rows WHERE school_id = :schoolId AND import_id = :importId',
    { schoolId: scope.schoolId, importId },
    tx,
  )
  for (let from = 0; from < rows.length; from += atOnce) {
    await insertRows(
      'import_rows',
      ['import_id', 'line', 'school_id', 'outcome', 'label', 'cells', 'problems', 'changes'],
      rows
        .slice(from, from + atOnce)
        .map(({ line, texts, label, judgement }) => [
          importId,
          line,
          scope.schoolId,
          judgement.outcome,
          label.slice(0, longestLabel),
          packTexts(texts, columns, importId),
          packList(judgement.problems.map(({ column, message }) => [column, message])),
          packList(judgement.changes),
        ]),
      tx,
    )
    await breathe()
  }
}

function packList(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

/** The rows that were not rejected, in their order. */
export async function readGoodRows(
  scope: SchoolScope,
  importId: number,
  columns: readonly ColumnSpec[],
  tx: Tx,
): Promise<Array<TextRow & { outcome: RowOutcome }>> {
  const rows: Array<TextRow & { outcome: RowOutcome }> = []
  for (let last = 0; ; ) {
    const part = await select<{ line: number; outcome: RowOutcome; cells: string }>(
      `SELECT line, outcome, cells FROM import_rows
       WHERE school_id = :schoolId AND import_id = :importId AND line > :last AND outcome <> 'rejected'
       ORDER BY line LIMIT ${atOnce}`,
      { schoolId: scope.schoolId, importId, last },
      tx,
    )
    for (const { line, outcome, cells } of part)
      rows.push({ line, outcome, texts: unpackTexts(cells, columns, importId, { secrets: true }) })
    if (part.length < atOnce) return rows
    last = part.at(-1)?.line ?? last
    await breathe()
  }
}

/** Notes what became of rows that the run judged otherwise than the check. */
export async function noteOutcomes(
  scope: SchoolScope,
  importId: number,
  changed: ReadonlyArray<{ line: number; judgement: Judgement }>,
  tx: Tx | null,
): Promise<void> {
  for (let from = 0; from < changed.length; from += atOnce) {
    const part = changed.slice(from, from + atOnce)
    await insertRows(
      'import_rows',
      ['import_id', 'line', 'school_id', 'outcome', 'label', 'cells', 'problems', 'changes'],
      part.map(({ line, judgement }) => [
        importId,
        line,
        scope.schoolId,
        judgement.outcome,
        '',
        '',
        packList(judgement.problems.map(({ column, message }) => [column, message])),
        packList(judgement.changes),
      ]),
      tx,
      'ON DUPLICATE KEY UPDATE outcome = VALUES(outcome), problems = VALUES(problems), changes = VALUES(changes)',
    )
  }
}
