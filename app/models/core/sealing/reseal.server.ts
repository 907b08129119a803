import { execute, inTransaction, number, selectRows, text } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { decrypt, encrypt, keyOfSealed } from '~/services/secrets/secrets.server'
import { type SealedColumn, sealedColumns, sealedContext, sealedText } from './sealed-columns'

/** Number of texts in a column that decrypt with the current key, only with the previous one, and with neither. */
export interface SealedCount {
  /** `table.column` */
  name: string
  today: number
  before: number
  neither: number
}

/**
 * Number of owners whose rows are read and locked per batch: one if an owner may have several rows, because a single
 * import has some ten thousand.
 */
const ownersAtOnce = (sealedColumn: SealedColumn) => (sealedColumn.row ? 1 : 200)

export function countSealed(_scope: SystemScope): Promise<SealedCount[]> {
  return Promise.all(sealedColumns.map((sealedColumn) => walk(sealedColumn, false)))
}

/**
 * Re-encrypts, with the current APP_KEY, the texts that only APP_KEY_OLD decrypts; leaves other texts. Safe while the
 * portal is running, which reads with both keys and writes with the current one, and while another run is active,
 * because rows are locked. After an interruption the next run continues.
 * @returns the counts before re-encrypting
 */
export async function resealAll(_scope: SystemScope): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const sealedColumn of sealedColumns) counts.push(await walk(sealedColumn, true))
  return counts
}

async function walk(sealedColumn: SealedColumn, isSealing: boolean): Promise<SealedCount> {
  const count: SealedCount = { name: `${sealedColumn.table}.${sealedColumn.column}`, today: 0, before: 0, neither: 0 }
  for (let after = 0; ; ) {
    const owners = await selectRows(
      { owner: number(sealedColumn.owner) },
      `FROM ${sealedColumn.table} WHERE ${sealedColumn.owner} > :after AND ${sealedColumn.column} LIKE '%v1.%'
       GROUP BY ${sealedColumn.owner} ORDER BY ${sealedColumn.owner} LIMIT ${ownersAtOnce(sealedColumn)}`,
      { after },
    )
    const last = owners.at(-1)
    if (!last) return count
    const span = { after, last: last.owner }
    const keys = isSealing
      ? await inTransaction(() => readAndSeal(sealedColumn, span))
      : (await rowsOf(sealedColumn, span)).flatMap((row) => keysOf(sealedColumn, row))
    for (const key of keys) count[key] += 1
    after = last.owner
  }
}

type SealedRow = Awaited<ReturnType<typeof rowsOf>>[number]

function rowsOf(sealedColumn: SealedColumn, span: { after: number; last: number }, { lock = false } = {}) {
  return selectRows(
    { owner: number(sealedColumn.owner), line: number(sealedColumn.row ?? '0'), text: text(sealedColumn.column) },
    `FROM ${sealedColumn.table}
     WHERE ${sealedColumn.owner} > :after AND ${sealedColumn.owner} <= :last AND ${sealedColumn.column} LIKE '%v1.%'${lock ? ' FOR UPDATE' : ''}`,
    span,
  )
}

function keysOf(sealedColumn: SealedColumn, row: SealedRow) {
  return (row.text.match(sealedText) ?? []).map((text) => keyOfSealed(text, sealedContext(sealedColumn, row.owner)))
}

async function readAndSeal(sealedColumn: SealedColumn, span: { after: number; last: number }) {
  const rows = await rowsOf(sealedColumn, span, { lock: true })
  const keys: Array<ReturnType<typeof keyOfSealed>> = []
  for (const row of rows) {
    const rowKeys = keysOf(sealedColumn, row)
    keys.push(...rowKeys)
    if (!rowKeys.includes('before')) continue
    const context = sealedContext(sealedColumn, row.owner)
    const text = row.text.replace(sealedText, (sealed) =>
      keyOfSealed(sealed, context) === 'before' ? encrypt(decrypt(sealed, context), context) : sealed,
    )
    await execute(
      `UPDATE ${sealedColumn.table} SET ${sealedColumn.column} = :text
       WHERE ${sealedColumn.owner} = :owner${sealedColumn.row ? ` AND ${sealedColumn.row} = :line` : ''}`,
      { text, owner: row.owner, line: row.line },
    )
  }
  return keys
}
