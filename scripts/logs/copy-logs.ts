import { stat } from 'node:fs/promises'
import { selectRow, selectRows, text } from '~/database/database.server'
import { env, isLoopback } from '~/env.server'
import { WrongKeyError } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import {
  listPieces,
  type NamedFile,
  openPiece,
  type PieceManifest,
  readThrough,
  removePartialPieces,
  writePiece,
} from './pieces'
import { endOfLog, LogGapError, LogServer, type Position, readServerLog, requireLog, type Slice } from './server-log'

/** Approximate maximum of log bytes in one piece, which is held in memory. */
const pieceBytes = 32 * 1024 * 1024
/** A last piece up to this size is verified completely before the next is written. */
const checkedBytes = 16 * 1024 * 1024
/** Maximum time from writing a row that names a file to committing that row. */
const slowestMs = 15 * 60_000

export interface CopyResult {
  /** Everything committed before this moment is copied. */
  until: Date
  pieces: number
  bytes: number
  files: number
  /** Reason why a new series starts (it extends only backups made after its start); null when the series continues. */
  begins: string | null
  /** True when earlier copies exist that can no longer be continued. */
  isGap: boolean
  /** Error that prevented copying files; the next run retries. */
  filesTrouble: string | null
}

/**
 * Copies the binary log and the stored files since the last copy. The caller holds the copy lock.
 * @param folder folder of the pieces; created when missing
 * @throws Trouble when the server has no binary log, the account may not read it, or the last piece has another key
 */
export async function copyLogs(folder: string): Promise<CopyResult> {
  await removePartialPieces(folder)
  const last = await lastPiece(folder)
  const first = await readOn(last)
  const { begins } = first
  const before = begins === null ? last.manifest : null
  const filesSince = before?.filesUntil ?? first.until
  const copied: CopyResult = {
    until: new Date(first.until),
    pieces: 0,
    bytes: 0,
    files: 0,
    begins,
    isGap: begins !== null && last.number > 0,
    filesTrouble: null,
  }
  for (let read: Read | null = first; read; read = read.isAll ? null : await readFrom(endOf(read.slices))) {
    const { slices, isAll, ...server } = read
    const manifest = {
      ...server,
      number: last.number + copied.pieces + 1,
      begins: copied.pieces === 0 ? begins : null,
      filesUntil: filesSince,
      recent: before?.recent ?? [],
    }
    // Rows first, then files, so that every file named by a copied row exists.
    const files = isAll ? await filesStoredSince(filesSince) : []
    const recentKeys = new Set(manifest.recent)
    const added = files.filter(({ key }) => !recentKeys.has(key))
    const withFiles = { ...manifest, filesUntil: server.until, recent: files.map(({ key }) => key) }
    try {
      copied.bytes += await writePiece(folder, isAll ? withFiles : manifest, slices, added)
      copied.files += added.length
    } catch (error) {
      if (added.length === 0) throw error
      // The file store is unavailable: the logs do not wait, and the next copy retries the same files.
      copied.filesTrouble = error instanceof Error ? error.message : String(error)
      copied.bytes += await writePiece(folder, manifest, slices, [])
    }
    copied.pieces += 1
    copied.until = new Date(server.until)
  }
  return copied
}

/** Returns true when the folder is on the disk of a database of this machine: both could be lost together. */
export async function isOnDatabaseDisk(folder: string): Promise<boolean> {
  if (!isLoopback(env().DATABASE_URL)) return false
  const row = await selectRow({ data: text('@@datadir') }, 'FROM DUAL')
  // A database in a container has its folder elsewhere: the folder is missing here and counts as on another disk.
  const disks = await Promise.all([folder, row?.data ?? ''].map((place) => stat(place).catch(() => null)))
  const [copies, data] = disks.map((found) => found?.dev)
  return copies !== undefined && copies === data
}

interface Last {
  number: number
  /** Null when there is no piece, or it is damaged. */
  manifest: PieceManifest | null
  damage: string | null
}

async function lastPiece(folder: string): Promise<Last> {
  const piece = (await listPieces(folder)).at(-1)
  if (!piece) return { number: 0, manifest: null, damage: null }
  const { file, number } = piece
  try {
    const opened = await openPiece(file)
    if ((await stat(file)).size <= checkedBytes) await readThrough(opened)
    await opened.close()
    return { number, manifest: opened.manifest, damage: null }
  } catch (error) {
    // A wrong key is an error for the operator; a damaged piece stays damaged and is skipped.
    if (!(error instanceof Trouble) || error instanceof WrongKeyError) throw error
    return { number, manifest: null, damage: error.message }
  }
}

interface Read {
  server: PieceManifest['server']
  database: string
  until: string
  slices: Slice[]
  isAll: boolean
}

/** Continues at the end of the last piece; if that is impossible, starts from the present. */
async function readOn({ manifest, damage }: Last): Promise<Read & { begins: string | null }> {
  if (!manifest) return { ...(await readFrom(null)), begins: damage ?? 'There are no copies yet.' }
  const end = endOf(manifest.slices)
  try {
    return { ...(await readFrom(end)), begins: null }
  } catch (error) {
    if (!(error instanceof LogGapError)) throw error
    const reason = `The server no longer has its log after byte ${end.position} of ${end.log} (${error.message}).`
    return { ...(await readFrom(null)), begins: reason }
  }
}

const endOf = (slices: PieceManifest['slices']) => {
  const last = slices.at(-1) as PieceManifest['slices'][number]
  return { log: last.log, position: last.end, stamp: last.stamp }
}

/** @param from null: the current end of the log */
async function readFrom(from: (Position & { stamp: string }) | null): Promise<Read> {
  const server = await LogServer.connect()
  try {
    await requireLog(server)
    const [now] = await server.ask<{ name: string; until: string }>(
      "SELECT DATABASE() AS name, CONCAT(REPLACE(UTC_TIMESTAMP(3), ' ', 'T'), 'Z') AS until",
    )
    if (!now) throw new Error('No moment')
    const begin = from ?? (await endOfLog(server))
    const read = await readServerLog(server, begin, pieceBytes)
    return { server: server.kind, database: now.name, until: now.until, ...read }
  } finally {
    server.close()
  }
}

/**
 * Files whose rows were written after `moment`, or in the `slowestMs` before it, since those may not have been
 * committed then.
 */
function filesStoredSince(moment: string): Promise<NamedFile[]> {
  return selectRows(
    { key: text('storage_key'), type: text('content_type') },
    "FROM files WHERE state IN ('pending', 'kept') AND created_at >= :since ORDER BY id",
    { since: new Date(new Date(moment).getTime() - slowestMs) },
  )
}
