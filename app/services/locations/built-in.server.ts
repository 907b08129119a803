import { greatCircleKm, type Point } from '~/models/core/shared/geo'
import { isWithinIndia } from './india-border'
import { type KnownLocation, type LocationsService, maxLocations, type Travel } from './port'

/** A line of the table: a town, or all post offices of a PIN. */
interface Entry {
  names: string[]
  district: string
  state: string
  pin: string
  point: Point
}

interface Table {
  entries: Entry[]
  /** All lines in lower case, separated by line ends, so that one search covers the whole table. */
  text: string
  /** Offset of each entry's line in `text`. */
  starts: number[]
}

let table: Promise<Table> | undefined

/** Loads the table on first use, since it takes some MB. */
function readTable(): Promise<Table> {
  table ??= import('./generated/india').then(({ india }) => {
    const starts: number[] = []
    let at = 0
    const entries = india.split('\n').map((line) => {
      starts.push(at)
      at += line.length + 1
      const [names = '', district = '', state = '', pin = '', latitude = '', longitude = ''] = line.split('|')
      const point = { latitude: Number(latitude), longitude: Number(longitude) }
      return { names: names.split(';'), district, state, pin, point }
    })
    return { entries, text: india.toLowerCase(), starts }
  })
  return table
}

function entryAt({ starts }: Table, position: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

function addressOf({ names, district, state, pin }: Entry, name = names[0] ?? ''): string {
  const parts = [name, district === name ? '' : district, state].filter((part) => part !== '')
  return pin ? `${parts.join(', ')} ${pin}` : parts.join(', ')
}

/** Splits a search into words, spelled as in the table. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== '' && word !== 'india')
}

const maxLooked = 4000

/** Finds entries whose line contains every search word at the beginning of a word. */
function entriesWith(table: Table, words: string[]): Entry[] {
  const keyWord = words.reduce((one, other) => (other.length > one.length ? other : one))
  const matches: Entry[] = []
  let last = -1
  for (let at = table.text.indexOf(keyWord); at !== -1 && matches.length < maxLooked; ) {
    const index = entryAt(table, at)
    const entry = table.entries[index]
    const lineEnd = table.starts[index + 1] ?? table.text.length
    if (entry && index !== last) {
      const line = table.text.slice(table.starts[index], lineEnd)
      if (words.every((word) => new RegExp(`\\b${word}`).test(line))) matches.push(entry)
      last = index
    }
    at = table.text.indexOf(keyWord, lineEnd)
  }
  return matches
}

/**
 * Returns the best matching name of an entry and its rank: 0 exact, 1 prefix, 2 anywhere in the name, 3 only in the
 * district.
 */
function howWell(entry: Entry, words: string[]): { name: string; rank: number } {
  const searchText = words.join(' ')
  if (entry.pin !== '' && words.includes(entry.pin)) return { name: entry.names[0] ?? '', rank: 0 }
  let best = { name: entry.names[0] ?? '', rank: 3 }
  let maxHits = 0
  for (const name of entry.names) {
    const entryName = wordsOf(name).join(' ')
    const hits = words.filter((word) => new RegExp(`\\b${word}`).test(entryName)).length
    const rank = entryName === searchText ? 0 : entryName.startsWith(searchText) ? 1 : hits > 0 ? 2 : 3
    if (rank < best.rank || (rank === best.rank && hits > maxHits)) {
      best = { name, rank }
      maxHits = hits
    }
  }
  return best
}

/** Finds entries for a typed text. A number of six digits is a PIN code. */
async function search(text: string, near: Point | null): Promise<KnownLocation[]> {
  const words = wordsOf(text).slice(0, 8)
  if (words.length === 0 || words.every((word) => word.length < 2)) return []
  const candidates = entriesWith(await readTable(), words).map((entry) => ({
    entry,
    ...howWell(entry, words),
    km: near ? greatCircleKm(near, entry.point) : 0,
  }))
  // Near the school, every match ranks before a namesake at the other end of the country; a town ranks before its post
  // offices.
  const score = (one: (typeof candidates)[number]) =>
    one.rank * 100 + Math.min(one.km, 1000) / 2 + (one.entry.pin === '' ? 0 : 20)
  candidates.sort((one, other) => score(one) - score(other))
  const locations = new Map(
    candidates.map(({ entry, name }) => [
      addressOf(entry, name),
      { address: addressOf(entry, name), point: entry.point },
    ]),
  )
  return [...locations.values()].slice(0, maxLocations)
}

/** A point at least this far from any town and post office has no address: it is abroad, at sea or on a glacier. */
const farthestKm = 40

/**
 * Distance to a town or post office within which a point always counts as in India; the outline alone is precise only
 * to some km.
 */
const surelyKm = 3

async function locationAt(point: Point): Promise<KnownLocation | null> {
  const { entries } = await readTable()
  let best: Entry | null = null
  let bestKm = farthestKm
  for (const entry of entries) {
    // Skips most entries by latitude alone (a degree is 111 km everywhere), which is cheaper than the exact distance.
    if (Math.abs(entry.point.latitude - point.latitude) * 111 > bestKm) continue
    const km = greatCircleKm(point, entry.point)
    if (km < bestKm) [best, bestKm] = [entry, km]
  }
  if (!best || (bestKm >= surelyKm && !isWithinIndia(point))) return null
  return { address: addressOf(best), point }
}

/** Returns true when the address is the table's own text for this point, not another text sent with the point. */
export async function isNamedInTable(address: string, { latitude, longitude }: Point): Promise<boolean> {
  const { entries } = await readTable()
  return entries.some(
    (entry) =>
      entry.point.latitude === latitude &&
      entry.point.longitude === longitude &&
      entry.names.some((name) => addressOf(entry, name) === address),
  )
}

/** Average speed through a town in the morning. */
const kmPerHour = 25

function travel(from: Point, to: Point): Travel {
  const km = greatCircleKm(from, to)
  return { metres: Math.round(km * 1000), minutes: Math.max(1, Math.round((km / kmPerHour) * 60)) }
}

/** Built-in table of India's towns and post offices, with great-circle distances. It never fails. */
export const builtInLocations: LocationsService = {
  name: 'built-in',
  search: async (text, near) => ({ ok: true, value: await search(text, near) }),
  locationAt: async (point) => ({ ok: true, value: await locationAt(point) }),
  travel: async (from, to) => ({ ok: true, value: travel(from, to) }),
}
