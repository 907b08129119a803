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

/** Owners whose rows are read and locked per batch; a single import has some ten thousand rows. */
const ownersAtOnce = (place: SealedColumn) => (place.row ? 1 : 200)

export function countSealed(_scope: SystemScope): Promise<SealedCount[]> {
  return Promise.all(sealedColumns.map((place) => walk(place, false)))
}

/**
 * Re-encrypts with the current APP_KEY what decrypts only with APP_KEY_OLD; leaves other texts. Safe beside the running
 * portal, which reads with both keys and writes with the current one, and beside another run, because rows are locked.
 * After an interruption the next run continues.
 * @returns counts from before
 */
export async function resealAll(_scope: SystemScope): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const place of sealedColumns) counts.push(await walk(place, true))
  return counts
}

async function walk(place: SealedColumn, isSealing: boolean): Promise<SealedCount> {
  const count: SealedCount = { name: `${place.table}.${place.column}`, today: 0, before: 0, neither: 0 }
  for (let after = 0; ; ) {
    const owners = await selectRows(
      { owner: number(place.owner) },
      `FROM ${place.table} WHERE ${place.owner} > :after AND ${place.column} LIKE '%v1.%'
       GROUP BY ${place.owner} ORDER BY ${place.owner} LIMIT ${ownersAtOnce(place)}`,
      { after },
    )
    const last = owners.at(-1)
    if (!last) return count
    const span = { after, last: last.owner }
    const found = isSealing
      ? await inTransaction(() => readAndSeal(place, span))
      : (await rowsOf(place, span)).flatMap((row) => keysOf(place, row))
    for (const key of found) count[key] += 1
    after = last.owner
  }
}

type SealedRow = Awaited<ReturnType<typeof rowsOf>>[number]

function rowsOf(place: SealedColumn, span: { after: number; last: number }, { lock = false } = {}) {
  return selectRows(
    { owner: number(place.owner), line: number(place.row ?? '0'), text: text(place.column) },
    `FROM ${place.table}
     WHERE ${place.owner} > :after AND ${place.owner} <= :last AND ${place.column} LIKE '%v1.%'${lock ? ' FOR UPDATE' : ''}`,
    span,
  )
}

function keysOf(place: SealedColumn, row: SealedRow) {
  return (row.text.match(sealedText) ?? []).map((text) => keyOfSealed(text, sealedContext(place, row.owner)))
}

async function readAndSeal(place: SealedColumn, span: { after: number; last: number }) {
  const rows = await rowsOf(place, span, { lock: true })
  const keys: Array<ReturnType<typeof keyOfSealed>> = []
  for (const row of rows) {
    const found = keysOf(place, row)
    keys.push(...found)
    if (!found.includes('before')) continue
    const context = sealedContext(place, row.owner)
    const text = row.text.replace(sealedText, (sealed) =>
      keyOfSealed(sealed, context) === 'before' ? encrypt(decrypt(sealed, context), context) : sealed,
    )
    await execute(
      `UPDATE ${place.table} SET ${place.column} = :text
       WHERE ${place.owner} = :owner${place.row ? ` AND ${place.row} = :line` : ''}`,
      { text, owner: row.owner, line: row.line },
    )
  }
  return keys
}
