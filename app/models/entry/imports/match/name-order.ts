import type { ColumnDoubt, ColumnReading, Heading, Unsure } from '../columns'
import { aroundComma } from '../decide/decide-names'
import { looseKey } from '../values/cells'
import { maxNameRead, withoutHonorifics, withoutTitles } from '../values/titles'
import { type KnownNames, surnameOf } from './surnames'

/** Endings of a given name or of the father's name; no surname has them: `RAJESHBHAI`, `HANSABEN`. */
const givenName = /(?:bhai|ben|bahen|ભાઈ|બેન|બહેન)$/iu
const linesCompared = 500

/**
 * Surnames repeat: the words at one end of the names are surnames if there are at most this many different ones per
 * different word at the other end. `atEnd` is stricter, because the import then asks nothing; at the start, it asks.
 */
const fewSurnames = { atStart: 0.75, atEnd: 0.6 }
const enoughNames = 4
/** Minimum share of names with the surname first, among those of known order, for which the import asks. */
const someNames = 0.2
/** The import also asks if the names of known order number at most this share of the names of unknown order. */
const fewKnown = 0.1

interface Ends {
  first: string
  last: string
}

/** Place of the surname in a name; `patronym`: the father's first name comes last, so that there is no surname. */
type Order = 'first' | 'last' | 'patronym' | null

/**
 * Asks for the order of full names unless the file shows that the surname comes last: by the parents' names, by common
 * surnames and those of the school, by endings of given names, or by words that repeat. A choice that the user has made
 * for an earlier file stays unless most names contradict it.
 */
export function askForNameOrder({
  readings,
  learnedKeys,
  rows,
  heading,
  known,
  unsure,
}: {
  readings: ReadonlyMap<number, ColumnReading>
  learnedKeys: ReadonlyMap<number, string>
  rows: ReadonlyArray<readonly string[]>
  heading: Heading
  known: KnownNames
  unsure: Unsure
}) {
  const columnOf = (key: string) =>
    [...readings].find(([, { keys, confidence }]) => keys[0] === key && confidence !== 'unsure')?.[0]
  const names = columnOf('full_name') ?? columnOf('surname_first')
  if (names === undefined || columnOf('last_name') !== undefined) return
  const learned = learnedKeys.get(names)
  // Does not ask if the heading itself names the order.
  if (learned === undefined && columnOf('full_name') === undefined) return
  const parents = [columnOf('father_name'), columnOf('mother_name')].flatMap((index) => index ?? [])
  const lines = rows.slice(heading.row + 1, heading.row + 1 + linesCompared)
  const counts = countOrders(lines, { names, parents, known })
  const doubt = learned === undefined ? doubtOf(counts) : doubtOfChoice(learned, counts)
  if (doubt === 'name-order') unsure(names, ['surname_first', 'full_name'], doubt)
  else if (doubt) unsure(names, ['full_name', 'surname_first'], doubt)
}

/** Numbers of names with the surname first, with the surname last, and without a sign of their order. */
interface Counts {
  first: number
  last: number
  unclear: number
}

function doubtOf({ first, last, unclear }: Counts): ColumnDoubt | null {
  if (first > 0 && first >= (first + last) * someNames) return 'name-order'
  return unclear > 0 && first + last <= unclear * fewKnown ? 'any-name-order' : null
}

function doubtOfChoice(learned: string, { first, last }: Counts): ColumnDoubt | null {
  if (learned === 'full_name' && first > last) return 'name-order'
  return learned === 'surname_first' && last > first ? 'any-name-order' : null
}

function countOrders(
  lines: ReadonlyArray<readonly string[]>,
  { names, parents, known }: { names: number; parents: readonly number[]; known: KnownNames },
): Counts {
  const counts = { first: 0, last: 0, unclear: 0 }
  const patronyms: Ends[] = []
  const unclear: Ends[] = []
  for (const line of lines) {
    const name = wordsOf(line[names])
    // A comma shows the order, and has a question of its own.
    if (name.length < 2 || aroundComma(line[names] ?? '')) continue
    const order = orderOf(
      name,
      parents.map((index) => wordsOf(line[index])),
      known,
    )
    if (order === 'first' || order === 'last') counts[order] += 1
    else (order === 'patronym' ? patronyms : unclear).push(endsOf(name))
  }
  // `Lakshmi Priya Ramesh` and `Murtaza Abbasbhai` have no surname, unless their first words repeat.
  counts[isFew(patronyms, 'first', fewSurnames.atStart) ? 'first' : 'last'] += patronyms.length
  const isEnough = unclear.length >= enoughNames
  if (isEnough && isFew(unclear, 'first', fewSurnames.atStart)) counts.first += unclear.length
  else if (isEnough && isFew(unclear, 'last', fewSurnames.atEnd)) counts.last += unclear.length
  else counts.unclear = unclear.length
  return counts
}

const endsOf = (name: readonly string[]): Ends => ({ first: name[0] ?? '', last: name.at(-1) ?? '' })

/** Words of a name without titles, initials and remarks, as `looseKey` returns them. */
const wordsOf = (text = '') =>
  withoutHonorifics(withoutTitles(text.slice(0, maxNameRead)))
    .replace(/[([].*$|\p{N}/gu, '')
    .split(/[\s.]+/)
    .filter((word) => word.replace(/[^\p{L}\p{M}]/gu, '').length > 1)
    .map(looseKey)

function isFew(names: readonly Ends[], end: keyof Ends, max: number): boolean {
  const different = (which: keyof Ends) => new Set(names.map((name) => name[which])).size
  return different(end) <= different(end === 'first' ? 'last' : 'first') * max
}

/** Finds the place of the surname in one name. */
function orderOf(name: readonly string[], parents: ReadonlyArray<readonly string[]>, known: KnownNames): Order {
  const ends = endsOf(name)
  const findBeside = (read: typeof surnameBeside): Order =>
    parents.map((parent) => read(name, ends, parent)).find((order) => order !== null) ?? null
  const order = findBeside(surnameBeside) ?? surnameOf(ends, known) ?? findBeside(givenNameBeside)
  if (order !== null) return order
  const [startsGiven, endsGiven] = [givenName.test(ends.first), givenName.test(ends.last)]
  if (startsGiven === endsGiven) return null
  if (startsGiven) return 'last'
  return name.length > 2 ? 'first' : 'patronym'
}

/** Place of the surname, if one end of the child's name is the last word of a parent's name. */
function surnameBeside(_: readonly string[], { first, last }: Ends, parent: readonly string[]): Order {
  const surname = parent.at(-1)
  if (parent.length < 2 || first === last) return null
  if (surname === first) return 'first'
  return surname === last && parent[0] !== first ? 'last' : null
}

/** Place of the surname, if the first word of a parent's name is in the child's name. */
function givenNameBeside(name: readonly string[], { first, last }: Ends, parent: readonly string[]): Order {
  const [own, surname] = [parent[0], parent.at(-1)]
  if (own === undefined) return null
  if (parent.length > 1) return surname === last ? null : own === first ? 'first' : own === last ? 'last' : null
  if (own === last) return 'patronym'
  return name.length > 2 && own === name[1] ? 'last' : null
}
