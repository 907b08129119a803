import { createHash } from 'node:crypto'
import { z } from 'zod'
import { number, selectRow, selectRows, text } from '~/database/database.server'
import { counted } from '~/models/core/shared/counted'
import { Trouble } from '../processes.mjs'
import type { Entry } from './sealed-archive'

/** Tables whose rows are counted before the dump and after the restore. */
const countedTables = ['schools', 'students', 'dues', 'payments', 'payment_lines', 'receipts', 'refunds'] as const

/** Entry with the migration history: restored last, because an app becomes ready when it finds the history. */
export const migrationsName = 'database/migrations.sql.gz'
/** Last entry: a reader that reaches it has read all others. */
export const manifestName = 'manifest.json'
/** Checksums of all previous entries, in the format of `sha256sum -c`. */
export const sumsName = 'SHA256SUMS'

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  version: z.string(),
  commit: z.string().nullable(),
  lastMigration: z.string(),
  /** Row counts before and after the dump; the snapshot is from a moment between them. */
  rows: z.record(z.string(), z.object({ before: z.number(), after: z.number() })),
  /** `missing`: number of files that database rows name but the store lacks; older backups do not have this field. */
  files: z.object({ count: z.number(), bytes: z.number(), missing: z.number().optional() }),
  /** Binary log position of the snapshot; null when there is no log or the account may not read it. */
  log: z.object({ log: z.string(), position: z.number() }).nullish(),
  /** SHA-256 of the SHA256SUMS entry. */
  sums: z.string(),
})

export type Manifest = z.output<typeof manifestSchema>

export async function countRows(): Promise<Record<string, number>> {
  const counts = countedTables.map((table) => `SELECT '${table}' AS name, COUNT(*) AS count FROM ${table}`)
  const rows = await selectRows(
    { name: text('name'), count: number('count') },
    `FROM (${counts.join(' UNION ALL ')}) t`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

export async function lastMigration(): Promise<string> {
  const row = await selectRow({ name: text('name') }, 'FROM migrations ORDER BY name DESC LIMIT 1')
  return row?.name ?? ''
}

/** Tables whose restored row count is outside the range recorded in the manifest. */
export function differingTables({ rows }: Manifest, restoredRows: Record<string, number>): string[] {
  return Object.entries(rows).flatMap(([table, { before, after }]) => {
    const [from, to] = [Math.min(before, after), Math.max(before, after)]
    const is = restoredRows[table] ?? 0
    return is >= from && is <= to
      ? []
      : [`${table} has ${counted(is, 'row')}, not ${from === to ? from : `${from} to ${to}`}`]
  })
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Collects the lines of SHA256SUMS while entries pass through. */
export class Sums {
  text = ''

  /** Returns the same entry; adds its line when the content has been read. */
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
 * Passes on the entries of a backup and compares them with the checksums at the end.
 * @returns the manifest
 * @throws Trouble when they differ, or when the manifest is missing or of another format
 */
export async function* checkedEntries(entries: AsyncIterable<Entry>, file: string): AsyncGenerator<Entry, Manifest> {
  const sums = new Sums()
  const files = { count: 0, bytes: 0 }
  let recordedSums = ''
  for await (const entry of entries) {
    if (entry.name === sumsName) recordedSums = await readText(entry)
    else if (entry.name === manifestName) {
      const manifest = manifestSchema.safeParse(JSON.parse(await readText(entry)))
      if (!manifest.success) throw new Trouble(`${file} was made by a version whose backups this version cannot read.`)
      const { data } = manifest
      const same = recordedSums === sums.text && data.sums === sha256(recordedSums)
      if (!same || data.files.count !== files.count || data.files.bytes !== files.bytes) {
        throw new Trouble(`${file} does not match its manifest.`)
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
  throw new Trouble(`${file} is not a complete backup: its end is missing.`)
}

export async function readText({ content }: Entry): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
