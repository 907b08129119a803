import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { maxLinesAbove, maxSheetColumns, maxSheetRows, SheetTrouble } from './port'

const maxEntries = 500
/** Fits some fifty thousand rows of twelve cells, or ten thousand of sixty. */
const maxUnpackedBytes = 40 * 1024 * 1024

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const locatorOf64Signature = 0x07064b50
const maxCommentLength = 65_557
/** Limit of a tag with its following text: a cell holds 32,767 characters, each encoded by at most ten. */
const maxTagLength = 1024 * 1024
const pieceBytes = 256 * 1024

/**
 * Refuses an archive that would unpack to too much memory, or a sheet with cells beyond the limits. Runs before the
 * sheet reader, which allocates the whole rectangle up to the farthest cell. Compares the directory's sizes with the
 * real ones, and refuses a directory that two readers may read differently.
 * @throws SheetTrouble
 */
export async function guardArchive(bytes: Uint8Array): Promise<void> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = directoryOf(view)
  if (entries.length > maxEntries) throw new SheetTrouble('too-large-inside')
  if (entries.reduce((sum, entry) => sum + entry.unpacked, 0) > maxUnpackedBytes)
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
  // Refuse a directory that other readers may read differently: they count by the number "on this disk", prefer a
  // second 64-bit directory, or search the first one in another way.
  const isOneArchive = view.readUInt32LE(end + 4) === 0 && view.readUInt16LE(end + 8) === count
  const hasOneDirectory = at + view.readUInt32LE(end + 12) === end
  const follows64 = end >= 20 && view.readUInt32LE(end - 20) === locatorOf64Signature
  if (!isOneArchive || !hasOneDirectory || follows64) throw new SheetTrouble('not-a-spreadsheet')
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.length || view.readUInt32LE(at) !== entrySignature) throw new SheetTrouble('not-a-spreadsheet')
    const [packed, unpacked, offset] = [20, 24, 42].map((fieldOffset) => view.readUInt32LE(at + fieldOffset))
    // A size that needs 64 bits is far above the limit.
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
  const content = view.subarray(start, start + packed)
  if (method === 0 ? packed !== unpacked : method !== 8) throw new SheetTrouble('not-a-spreadsheet')
  await checkCells(method === 0 ? Readable.from([content]) : unpack(content, unpacked))
}

/**
 * Unpacks a part piece by piece, with one piece in memory at a time. Refuses a part that is longer than its directory
 * entry.
 */
async function* unpack(content: Buffer, unpacked: number): AsyncGenerator<Buffer> {
  let left = unpacked
  try {
    for await (const piece of Readable.from([content]).pipe(
      createInflateRaw({ chunkSize: pieceBytes }),
    ) as AsyncIterable<Buffer>) {
      left -= piece.length
      if (left < 0) break
      yield piece
    }
  } catch {
    throw new SheetTrouble('not-a-spreadsheet')
  }
  if (left < 0) throw new SheetTrouble('too-large-inside')
}

/** Start of a tag whose address the reader uses, and all text up to the next `<`. */
const placed = /<(?:[^\s<>/!?:]+:)?(?:c|row|dimension)\s([^<]*)/g
const attributes = /^(?:[^>"']|"[^"]*"|'[^']*')*>/

/**
 * Refuses a part with a cell, row or rectangle (`r="XFD1048576"`, `ref="A1:ZZ9"`) beyond the limits, and one whose
 * spelling of an address other readers may read differently. Checks all parts, since any of them may be read as the
 * sheet.
 */
async function checkCells(part: AsyncIterable<Buffer>): Promise<void> {
  let rest = ''
  for await (const piece of part) {
    const text = rest + piece.toString('latin1')
    const lastTag = text.lastIndexOf('<')
    checkTags(lastTag < 0 ? '' : text.slice(0, lastTag))
    rest = lastTag < 0 ? '' : text.slice(lastTag)
    if (rest.length > maxTagLength) throw new SheetTrouble('not-a-spreadsheet')
  }
  checkTags(rest)
}

function checkTags(xml: string): void {
  for (const [, rest = ''] of xml.matchAll(placed)) {
    if (!attributes.test(rest)) throw new SheetTrouble('not-a-spreadsheet')
    for (const [, address = ''] of rest.matchAll(/\b(?:r|ref)\s*=\s*["']([^"']*)/g)) checkAddress(address)
  }
}

function checkAddress(address: string): void {
  if (address.includes('&')) throw new SheetTrouble('not-a-spreadsheet')
  for (const [, letters = '', digits = '0'] of address.matchAll(/([A-Za-z]*)(\d+)/g)) {
    if (letters.length > 3 || columnOf(letters) > maxSheetColumns) throw new SheetTrouble('too-many-columns')
    if (Number(digits) > maxSheetRows + maxLinesAbove) throw new SheetTrouble('too-many-rows')
  }
}

/** Number of a column: 1 for A, 27 for AA. */
function columnOf(letters: string): number {
  return [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}
