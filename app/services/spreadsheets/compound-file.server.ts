import { SheetTrouble } from './port'

const entryBytes = 128
const miniSectorBytes = 64
const headerSectors = 109

/** Streams of a compound file, the container of .xls files and of workbooks with a password. */
export interface CompoundFile {
  /** Content of a stream, or null if there is none of that name. */
  read: (name: string) => Buffer | null
}

/**
 * Opens a compound file. Reads each sector at most once for a stream, so that a ring of sectors cannot repeat without
 * end.
 * @throws SheetTrouble for a damaged file
 */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return openView(view)
  } catch (error) {
    // The file refers to bytes beyond its end.
    if (error instanceof RangeError) throw new SheetTrouble('old-excel')
    throw error
  }
}

function openView(view: Buffer): CompoundFile {
  const shift = view.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new SheetTrouble('old-excel')
  const sectorBytes = 1 << shift
  const sector = (index: number) => view.subarray((index + 1) * sectorBytes, (index + 2) * sectorBytes)
  const nextOf = tableOf(view, sector, sectorBytes)
  const chain = (first: number) => Buffer.concat(chainOf(first, (index) => nextOf(index), sector, view.length))
  const entries = entriesOf(chain(view.readUInt32LE(48)))
  const root = entries.find(({ type }) => type === 5)
  const smallest = view.readUInt32LE(56)
  const miniTable = chain(view.readUInt32LE(60))
  const miniStream = root ? chain(root.start) : Buffer.alloc(0)
  const miniSector = (index: number) => miniStream.subarray(index * miniSectorBytes, (index + 1) * miniSectorBytes)
  const miniNext = (index: number) => (index * 4 + 4 <= miniTable.length ? miniTable.readUInt32LE(index * 4) : -1)
  const find = (name: string) => entries.find((entry) => entry.type === 2 && entry.name === name.toLowerCase())
  return {
    read(name) {
      const entry = find(name)
      if (!entry) return null
      const content =
        entry.size < smallest
          ? Buffer.concat(chainOf(entry.start, miniNext, miniSector, miniStream.length))
          : chain(entry.start)
      return content.subarray(0, entry.size)
    },
  }
}

/** Returns the function that finds the next sector of a chain; its table is itself spread over sectors. */
function tableOf(view: Buffer, sector: (index: number) => Buffer, sectorBytes: number) {
  const perSector = sectorBytes / 4
  const places: number[] = []
  for (let nth = 0; nth < headerSectors; nth++) places.push(view.readUInt32LE(76 + nth * 4))
  const max = view.length / sectorBytes
  let more = view.readUInt32LE(68)
  for (let read = 0; more < max && read < max; read++) {
    const list = sector(more)
    for (let nth = 0; nth < perSector - 1; nth++) places.push(list.readUInt32LE(nth * 4))
    more = list.readUInt32LE(sectorBytes - 4)
  }
  return (index: number): number => {
    const place = places[Math.floor(index / perSector)]
    const at = (index % perSector) * 4
    const table = place === undefined || place >= max ? null : sector(place)
    return table && at + 4 <= table.length ? table.readUInt32LE(at) : -1
  }
}

function chainOf(
  first: number,
  next: (index: number) => number,
  sector: (index: number) => Buffer,
  maxBytes: number,
): Buffer[] {
  const parts: Buffer[] = []
  const seen = new Set<number>()
  for (let index = first, length = 0; index >= 0 && index < 0xfffffff0 && length <= maxBytes; index = next(index)) {
    if (seen.has(index)) throw new SheetTrouble('old-excel')
    seen.add(index)
    const part = sector(index)
    if (part.length === 0) break
    parts.push(part)
    length += part.length
  }
  return parts
}

function entriesOf(directory: Buffer) {
  const entries: Array<{ name: string; type: number; start: number; size: number }> = []
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = Math.min(64, directory.readUInt16LE(at + 64))
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)).toLowerCase(),
      type: directory[at + 66] ?? 0,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}
