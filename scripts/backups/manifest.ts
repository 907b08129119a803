import { createHash } from 'node:crypto'
import { z } from 'zod'
import { select, selectOne } from '~/database/database.server'
import { Trouble } from '../processes.mjs'
import type { Entry } from './sealed-archive'

/** Tables whose rows are counted on both sides. */
const counted = ['schools', 'students', 'dues', 'payments', 'payment_lines', 'receipts', 'refunds'] as const

/** The history of migrations: the last of the tables, since an app is ready when it finds them. */
export const migrationsName = 'database/migrations.sql.gz'
/** The last entry: whoever reads it has read all of them. */
export const manifestName = 'manifest.json'
/** As `sha256sum -c` reads it: all entries before it. */
export const sumsName = 'SHA256SUMS'

/** What a backup says of itself. */
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  version: z.string(),
  commit: z.string().nullable(),
  lastMigration: z.string(),
  /** How many rows there were before the dump and after it; the dump's own moment lies between. */
  rows: z.record(z.string(), z.object({ before: z.number(), after: z.number() })),
  /** `missing`: rows name them, and they are not where the files lie; not said by backups of before. */
  files: z.object({ count: z.number(), bytes: z.number(), missing: z.number().optional() }),
  /** Where the database's binary log was at the dump's moment; null where there is none or it could not be asked for. */
  log: z.object({ log: z.string(), position: z.number() }).nullish(),
  /** SHA-256 of the entry SHA256SUMS. */
  sums: z.string(),
})

export type Manifest = z.output<typeof manifestSchema>

/** How many rows each counted table has. */
export async function countRows(): Promise<Record<string, number>> {
  const rows = await select<{ name: string; rows: number }>(
    counted.map((table) => `SELECT '${table}' AS name, COUNT(*) AS \`rows\` FROM ${table}`).join(' UNION ALL '),
  )
  return Object.fromEntries(rows.map(({ name, rows }) => [name, Number(rows)]))
}

/** The newest migration that ran on this database. */
export async function lastMigration(): Promise<string> {
  const row = await selectOne<{ name: string }>('SELECT name FROM migrations ORDER BY name DESC LIMIT 1')
  return row?.name ?? ''
}

/** Tables that have fewer or more rows than there were when the backup was made. */
export function differingTables({ rows }: Manifest, found: Record<string, number>): string[] {
  return Object.entries(rows).flatMap(([table, { before, after }]) => {
    const [from, to] = [Math.min(before, after), Math.max(before, after)]
    const is = found[table] ?? 0
    return is >= from && is <= to ? [] : [`${table} has ${is} rows, not ${from === to ? from : `${from} to ${to}`}`]
  })
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Adds up what passes by: the lines of SHA256SUMS. */
export class Sums {
  text = ''

  /** The same entry; its line is added when it has been read. */
  of(entry: Entry): Entry {
    const hash = createHash('sha256')
    const add = () => {
      this.text += `${hash.digest('hex')}  ${entry.name}\n`
    }
    async function* listened() {
      for await (const chunk of entry.content) {
        hash.update(chunk)
        yield chunk
      }
      add()
    }
    return { ...entry, content: listened() }
  }
}

/**
 * Passes on the entries of a backup and holds each against the sums, at their end.
 * @returns the manifest
 * @throws Trouble where they differ, and where the manifest is missing or of another kind
 */
export async function* checked(entries: AsyncIterable<Entry>, file: string): AsyncGenerator<Entry, Manifest> {
  const sums = new Sums()
  const files = { count: 0, bytes: 0 }
  let said = ''
  for await (const entry of entries) {
    if (entry.name === sumsName) said = await textOf(entry)
    else if (entry.name === manifestName) {
      const manifest = manifestSchema.safeParse(JSON.parse(await textOf(entry)))
      if (!manifest.success) throw new Trouble(`${file} was made by a version whose backups this one cannot read.`)
      const { data } = manifest
      const same = said === sums.text && data.sums === sha256(said)
      if (!same || data.files.count !== files.count || data.files.bytes !== files.bytes) {
        throw new Trouble(`${file} does not hold what it says it holds.`)
      }
      return data
    } else {
      if (entry.name.startsWith('files/')) {
        files.count += 1
        files.bytes += entry.sizeBytes
      }
      yield sums.of(entry)
    }
  }
  throw new Trouble(`${file} has no end: it is no whole backup.`)
}

/** All that an entry holds. */
export async function textOf({ content }: Entry): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
