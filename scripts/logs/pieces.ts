import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { env } from '~/env.server'
import { fileStore } from '~/services/storage/file-store.server'
import { manifestName, readText } from '../backups/manifest'
import { type Entry, readSealed, writeSealed } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import { eventsIn } from './events'
import type { Slice } from './server-log'

/*
 * Copied logs are stored in pieces: sealed archives, numbered without gaps, each continuing the previous one. The first
 * entry is the manifest; then come slices of the server's logs, each a binary log that `mariadb-binlog` reads, and
 * stored files.
 */

export const logsFolder = (backups: string) => path.join(backups, 'logs')

const ownName = /^shala-logs-(\d{9})-(\d{4}-\d\d-\d\d)t(\d\d)(\d\d)(\d\d)z\.tar\.age$/
const brokenOff = /^shala-logs-[^/]+\.part$/

const manifestSchema = z.object({
  format: z.literal(1),
  server: z.enum(['MariaDB', 'MySQL']),
  database: z.string(),
  number: z.number(),
  /** Reason why the piece does not continue the previous one; null when it does. */
  begins: z.string().nullable(),
  /** Everything committed before this moment, by the database's clock, is in this piece or an earlier one. */
  until: z.iso.datetime(),
  slices: z.array(z.object({ log: z.string(), position: z.number(), end: z.number(), stamp: z.string() })).min(1),
  /** Files that rows name; a file removed before it was copied is not in the piece. */
  files: z.array(z.object({ key: z.string(), type: z.string() })),
  /** Files stored before this moment are in this piece or an earlier one. */
  filesUntil: z.iso.datetime(),
  /**
   * Keys of files that the next copy skips: those whose rows were written later than a quarter of an hour before the
   * previous `filesUntil`.
   */
  recent: z.array(z.string()),
})

export type PieceManifest = z.output<typeof manifestSchema>

export interface PieceName {
  file: string
  number: number
  /** Time of writing, to the second. */
  at: Date
}

/** Pieces of a folder in order, read from their names only. */
export async function listPieces(folder: string): Promise<PieceName[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.sort().flatMap((name) => {
    const [, number, day, ...clock] = ownName.exec(name) ?? []
    if (!number) return []
    return [{ file: path.join(folder, name), number: Number(number), at: new Date(`${day}T${clock.join(':')}Z`) }]
  })
}

/** Removes the partial files of a killed copy. */
export async function removePartialPieces(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (brokenOff.test(name)) await rm(path.join(folder, name), { force: true })
  }
}

/** Clock tolerance: a piece that began within this time before a backup may belong to it. */
const marginMs = 10 * 60_000

/**
 * Removes the pieces that no backup of the folder needs any more.
 * @param oldest start of the oldest kept backup
 * @returns number of removed pieces
 */
export async function removeOldPieces(folder: string, oldest: Date): Promise<number> {
  const old = (await listPieces(folder)).filter(({ at }) => at.getTime() < oldest.getTime() - marginMs)
  // The last old piece may extend to the start of the backup, so it stays.
  const removed = old.slice(0, -1)
  for (const { file } of removed) await rm(file, { force: true })
  return removed.length
}

/** Pieces that may contain the log position of a backup started at `moment`, and all later ones. */
export function piecesFrom(pieces: PieceName[], moment: Date): PieceName[] {
  const before = pieces.filter(({ at }) => at.getTime() < moment.getTime() - marginMs)
  return pieces.slice(Math.max(0, before.length - 1))
}

/** A stored file: its key, and the content type from its row. */
export interface NamedFile {
  key: string
  type: string
}

const magic = Buffer.from([0xfe, 0x62, 0x69, 0x6e])

/**
 * Writes one piece atomically and synced. Skips files that are no longer in the store.
 * @returns the piece's size in bytes
 */
export async function writePiece(
  folder: string,
  manifest: Omit<PieceManifest, 'format' | 'slices' | 'files'>,
  slices: Slice[],
  files: NamedFile[],
): Promise<number> {
  const fullManifest: PieceManifest = {
    format: 1,
    ...manifest,
    slices: slices.map(({ log, position, end, stamp }) => ({ log, position, end, stamp })),
    files,
  }
  const at = manifest.until.slice(0, 19).replaceAll(':', '').toLowerCase()
  const name = `shala-logs-${String(manifest.number).padStart(9, '0')}-${at}z.tar.age`
  async function* entries(): AsyncGenerator<Entry> {
    yield entryOf(manifestName, Buffer.from(`${JSON.stringify(fullManifest)}\n`))
    for (const [index, { description, bytes }] of slices.entries()) {
      yield entryOf(sliceName(index), Buffer.concat([magic, description, bytes]))
    }
    for (const { key } of files) {
      const stored = await fileStore().get(key)
      if (stored) yield { name: `files/${key}`, sizeBytes: stored.sizeBytes, content: stored.stream }
    }
  }
  return writeSealed(path.join(folder, name), env().APP_KEY, entries())
}

const sliceName = (index: number) => `logs/${String(index + 1).padStart(4, '0')}`

function entryOf(name: string, bytes: Uint8Array): Entry {
  const content = (async function* () {
    yield bytes
  })()
  return { name, sizeBytes: bytes.length, content }
}

/** An open piece: read each slice and each file in turn, to its end. */
export interface OpenPiece {
  manifest: PieceManifest
  slices(): AsyncGenerator<Slice>
  /** Read the files after all slices. */
  files(): AsyncGenerator<NamedFile & Pick<Entry, 'content'>>
  close(): Promise<void>
}

/** @throws Trouble when the piece is damaged, has another key or an unknown format */
export async function openPiece(file: string): Promise<OpenPiece> {
  const { APP_KEY: key, APP_KEY_OLD: old } = env()
  const entries = readSealed(file, old ? [key, old] : [key])
  const next = async () => {
    const { value, done } = await entries.next()
    return done ? null : (value as Entry)
  }
  const first = await next()
  const parsed = first?.name === manifestName ? manifestSchema.safeParse(JSON.parse(await readText(first))) : null
  if (!parsed?.success) throw new Trouble(`${file} contains no logs that this version can read.`)
  const manifest = parsed.data
  const expect = async (name: string) => {
    const entry = await next()
    if (entry?.name !== name) throw new Trouble(`${file} does not match its manifest.`)
    return entry
  }
  return {
    manifest,
    async *slices() {
      for (const [index, slice] of manifest.slices.entries()) {
        const bytes = await bytesOf(await expect(sliceName(index)))
        const [description] = eventsIn(bytes.subarray(magic.length))
        if (!description) throw new Trouble(`${file} does not match its manifest.`)
        const begin = magic.length + description.bytes.length
        yield { ...slice, description: description.bytes, bytes: bytes.subarray(begin) }
      }
    },
    async *files() {
      const types = new Map(manifest.files.map(({ key, type }) => [`files/${key}`, type]))
      for (let entry = await next(); entry; entry = await next()) {
        const type = types.get(entry.name)
        if (!type) throw new Trouble(`${file} does not match its manifest.`)
        yield { key: entry.name.replace(/^files\//, ''), type, content: entry.content }
      }
    },
    close: async () => {
      await entries.return(undefined)
    },
  }
}

/** Verifies a piece by reading it to its end. */
export async function readThrough(piece: OpenPiece): Promise<void> {
  for await (const _ of piece.slices());
  for await (const { content } of piece.files()) for await (const _ of content);
}

async function bytesOf({ content }: Entry): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
