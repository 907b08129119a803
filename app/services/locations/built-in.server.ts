import { greatCircleKm, type Point } from '~/models/shared/geo'
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
  /** The lines in small letters, parted by line ends, for one search through everything. */
  text: string
  /** Where each entry's line begins in `text`. */
  starts: number[]
}

let table: Promise<Table> | undefined

/** The table takes some MB and is read when first asked for. */
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

/** Which entry the letter at `position` belongs to. */
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

/** Words of a search as the table has them. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== '' && word !== 'india')
}

const maxLooked = 4000

/** Entries whose line has every word, each from a word's beginning. */
function entriesWith(table: Table, words: string[]): Entry[] {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one))
  const found: Entry[] = []
  let last = -1
  for (let at = table.text.indexOf(longest); at !== -1 && found.length < maxLooked; ) {
    const index = entryAt(table, at)
    const entry = table.entries[index]
    const lineEnd = table.starts[index + 1] ?? table.text.length
    if (entry && index !== last) {
      const line = table.text.slice(table.starts[index], lineEnd)
      if (words.every((word) => new RegExp(`\\b${word}`).test(line))) found.push(entry)
      last = index
    }
    at = table.text.indexOf(longest, lineEnd)
  }
  return found
}

/** The name of an entry that was meant, and how well it fits: 0 exactly, 1 from the beginning, 2 somewhere, 3 only the district does. */
function howWell(entry: Entry, words: string[]): { name: string; rank: number } {
  const typed = words.join(' ')
  if (entry.pin !== '' && words.includes(entry.pin)) return { name: entry.names[0] ?? '', rank: 0 }
  let best = { name: entry.names[0] ?? '', rank: 3 }
  let maxHits = 0
  for (const name of entry.names) {
    const own = wordsOf(name).join(' ')
    const hits = words.filter((word) => new RegExp(`\\b${word}`).test(own)).length
    const rank = own === typed ? 0 : own.startsWith(typed) ? 1 : hits > 0 ? 2 : 3
    if (rank < best.rank || (rank === best.rank && hits > maxHits)) {
      best = { name, rank }
      maxHits = hits
    }
  }
  return best
}

/** What a typed text may mean in the table. A number of six digits is a PIN. */
async function search(text: string, near: Point | null): Promise<KnownLocation[]> {
  const words = wordsOf(text).slice(0, 8)
  if (words.length === 0 || words.every((word) => word.length < 2)) return []
  const found = entriesWith(await readTable(), words).map((entry) => ({
    entry,
    ...howWell(entry, words),
    km: near ? greatCircleKm(near, entry.point) : 0,
  }))
  // Near the school everything counts before a namesake at the other end of the country; a town goes before its post offices.
  const score = (one: (typeof found)[number]) =>
    one.rank * 100 + Math.min(one.km, 1000) / 2 + (one.entry.pin === '' ? 0 : 20)
  found.sort((one, other) => score(one) - score(other))
  const places = new Map(
    found.map(({ entry, name }) => [addressOf(entry, name), { address: addressOf(entry, name), point: entry.point }]),
  )
  return [...places.values()].slice(0, maxLocations)
}

/** A point farther than this from every town and post office of India is not in India (or in the sea, or on a glacier). */
const farthestKm = 40

/** As near as this to a town or post office of India a point is in India, whatever the outline says, which is true to some km only. */
const surelyKm = 3

async function placeAt(point: Point): Promise<KnownLocation | null> {
  const { entries } = await readTable()
  let best: Entry | null = null
  let bestKm = farthestKm
  for (const entry of entries) {
    // A degree of latitude is 111 km everywhere: most of the country is left out before any arithmetic.
    if (Math.abs(entry.point.latitude - point.latitude) * 111 > bestKm) continue
    const km = greatCircleKm(point, entry.point)
    if (km < bestKm) [best, bestKm] = [entry, km]
  }
  if (!best || (bestKm >= surelyKm && !isWithinIndia(point))) return null
  return { address: addressOf(best), point }
}

/** Whether the table itself calls a point so: an address that was taken from its answers, and no other text beside a point of it. */
export async function isNamedInTable(address: string, { latitude, longitude }: Point): Promise<boolean> {
  const { entries } = await readTable()
  return entries.some(
    (entry) =>
      entry.point.latitude === latitude &&
      entry.point.longitude === longitude &&
      entry.names.some((name) => addressOf(entry, name) === address),
  )
}

/** Through a town in the morning. */
const kmPerHour = 25

function travel(from: Point, to: Point): Travel {
  const km = greatCircleKm(from, to)
  return { metres: Math.round(km * 1000), minutes: Math.max(1, Math.round((km / kmPerHour) * 60)) }
}

/** The table that comes with the portal: towns and post offices of India, and distances along the great circle. Never in trouble. */
export const builtInLocations: LocationsService = {
  name: 'built-in',
  search: async (text, near) => ({ ok: true, value: await search(text, near) }),
  placeAt: async (point) => ({ ok: true, value: await placeAt(point) }),
  travel: async (from, to) => ({ ok: true, value: travel(from, to) }),
}
