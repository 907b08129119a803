import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { SheetTrouble } from './port'

const inflate = promisify(inflateRaw)

const mostEntries = 500
/** Some fifty thousand rows of forty cells. */
const mostUnpackedBytes = 120 * 1024 * 1024

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const longestComment = 65_557

/**
 * Refuses an archive that would unpack to more than memory should hold, before anything is unpacked: by the sizes that its
 * directory declares, and by unpacking each part once against its declared size, since a directory may lie.
 */
export async function guardArchive(bytes: Uint8Array): Promise<void> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = directoryOf(view)
  if (entries.length > mostEntries) throw new SheetTrouble('too-large-inside')
  if (entries.reduce((sum, entry) => sum + entry.unpacked, 0) > mostUnpackedBytes)
    throw new SheetTrouble('too-large-inside')
  for (const entry of entries) await checkEntry(view, entry)
}

interface Entry {
  method: number
  packed: number
  unpacked: number
  offset: number
}

function directoryOf(view: Buffer): Entry[] {
  const from = Math.max(0, view.length - longestComment)
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
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.length || view.readUInt32LE(at) !== entrySignature) throw new SheetTrouble('not-a-spreadsheet')
    const [packed, unpacked, offset] = [20, 24, 42].map((place) => view.readUInt32LE(at + place))
    // Sizes that need 64 bits are far above what is taken here.
    if (packed === 0xffffffff || unpacked === 0xffffffff) throw new SheetTrouble('too-large-inside')
    entries.push({
      method: view.readUInt16LE(at + 10),
      packed: packed ?? 0,
      unpacked: unpacked ?? 0,
      offset: offset ?? 0,
    })
    at += 46 + view.readUInt16LE(at + 28) + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return entries
}

async function checkEntry(view: Buffer, entry: Entry): Promise<void> {
  const { offset, method, packed, unpacked } = entry
  if (offset + 30 > view.length || view.readUInt32LE(offset) !== localSignature)
    throw new SheetTrouble('not-a-spreadsheet')
  const start = offset + 30 + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28)
  if (start + packed > view.length) throw new SheetTrouble('not-a-spreadsheet')
  if (method === 0) {
    if (packed !== unpacked) throw new SheetTrouble('not-a-spreadsheet')
    return
  }
  if (method !== 8) throw new SheetTrouble('not-a-spreadsheet')
  try {
    await inflate(view.subarray(start, start + packed), { maxOutputLength: Math.max(1, unpacked) })
  } catch (error) {
    const tooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new SheetTrouble(tooLong ? 'too-large-inside' : 'not-a-spreadsheet')
  }
}
