import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { SheetTrouble } from './port'

const maxEntries = 5_000
/**
 * Limit of one unpacked part (a file in the archive). It is high, because a million formatted empty rows take 200 MB of
 * XML. A part is unpacked piece by piece, and the grid limits how much of it is kept.
 */
const maxPartBytes = 256 * 1024 * 1024
/** Limit of everything unpacked from one archive; the content of an .ods file counts twice, since it is read twice. */
const maxUnpackedBytes = 600 * 1024 * 1024

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const locatorOf64Signature = 0x07064b50
const maxCommentLength = 65_557
const pieceBytes = 256 * 1024

/** Parts of a zip file, unpacked when they are read. Their names match in any case, and with `\` for `/`. */
export interface Archive {
  has: (name: string) => boolean
  /** Bytes of a part, one piece in memory at a time; nothing if there is no such part. */
  read: (name: string) => AsyncGenerator<Buffer>
}

/**
 * Opens a zip file. A part must have the size that the directory states, and a directory that two programs may read
 * differently is refused.
 * @throws SheetTrouble
 */
export function openArchive(bytes: Uint8Array): Archive {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = directoryOf(view)
  let unpacked = 0
  return {
    has: (name) => entries.has(partName(name)),
    async *read(name) {
      const entry = entries.get(partName(name))
      if (!entry) return
      unpacked += entry.unpacked
      if (unpacked > maxUnpackedBytes) throw new SheetTrouble('too-large-inside')
      yield* unpackEntry(view, entry)
    },
  }
}

function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
}

interface Entry {
  method: number
  packed: number
  unpacked: number
  offset: number
}

function directoryOf(view: Buffer): Map<string, Entry> {
  const from = Math.max(0, view.length - maxCommentLength)
  let end = -1
  for (let at = view.length - 22; at >= from; at--) {
    if (view.readUInt32LE(at) === endSignature) {
      end = at
      break
    }
  }
  if (end < 0) throw new SheetTrouble('not-a-spreadsheet')
  const count = view.readUInt16LE(end + 10)
  let at = view.readUInt32LE(end + 16)
  // Refuse a directory that other readers may read differently: they take the count "on this disk", prefer a second,
  // 64-bit directory, or search for the directory in another way.
  const isOneArchive = view.readUInt32LE(end + 4) === 0 && view.readUInt16LE(end + 8) === count
  const hasOneDirectory = at + view.readUInt32LE(end + 12) === end
  const follows64 = end >= 20 && view.readUInt32LE(end - 20) === locatorOf64Signature
  if (!isOneArchive || !hasOneDirectory || follows64) throw new SheetTrouble('not-a-spreadsheet')
  if (count > maxEntries) throw new SheetTrouble('too-large-inside')
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.length || view.readUInt32LE(at) !== entrySignature) throw new SheetTrouble('not-a-spreadsheet')
    const nameLength = view.readUInt16LE(at + 28)
    const name = partName(view.toString('utf8', at + 46, at + 46 + nameLength))
    if (entries.has(name)) throw new SheetTrouble('not-a-spreadsheet')
    entries.set(name, {
      method: view.readUInt16LE(at + 10),
      packed: view.readUInt32LE(at + 20),
      unpacked: view.readUInt32LE(at + 24),
      offset: view.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return entries
}

async function* unpackEntry(view: Buffer, { offset, method, packed, unpacked }: Entry): AsyncGenerator<Buffer> {
  if (unpacked > maxPartBytes) throw new SheetTrouble('too-large-inside')
  if (offset + 30 > view.length || view.readUInt32LE(offset) !== localSignature)
    throw new SheetTrouble('not-a-spreadsheet')
  const start = offset + 30 + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28)
  if (start + packed > view.length) throw new SheetTrouble('not-a-spreadsheet')
  const content = view.subarray(start, start + packed)
  if (method === 0 ? packed !== unpacked : method !== 8) throw new SheetTrouble('not-a-spreadsheet')
  if (method === 0) yield content
  else yield* unpack(content, unpacked)
}

/** Unpacks piece by piece. Refuses a part that is longer than its directory entry. */
async function* unpack(content: Buffer, unpacked: number): AsyncGenerator<Buffer> {
  let left = unpacked
  const inflated = Readable.from([content]).pipe(createInflateRaw({ chunkSize: pieceBytes })) as AsyncIterable<Buffer>
  const pieces = inflated[Symbol.asyncIterator]()
  try {
    for (;;) {
      const piece = await pieces.next().catch(() => {
        throw new SheetTrouble('not-a-spreadsheet')
      })
      if (piece.done) return
      left -= piece.value.length
      if (left < 0) throw new SheetTrouble('too-large-inside')
      yield piece.value
    }
  } finally {
    await pieces.return?.()
  }
}
