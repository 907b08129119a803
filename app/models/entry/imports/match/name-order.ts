import type { ColumnReading, Heading, Unsure } from '../columns'
import { looseKey } from '../values/cells'

/** Endings of a given name or of the father's name; no surname has them: `RAJESHBHAI`, `HANSABEN`. */
const givenName = /(?:bhai|ben|bahen|ભાઈ|બેન|બહેન)$/iu
const mostNames = 0.5
const linesCompared = 500

/**
 * The first words are surnames if there are at most this many different ones per different last word (the fathers'
 * names).
 */
const fewSurnames = 0.75

/**
 * Asks for the order of full names when the surname seems to come first: the last word is a given name, or the first
 * word is the father's surname. If the father's first name comes last, asks only if the first words repeat, because
 * `Lakshmi Priya Ramesh` and `Murtaza Abbasbhai` have no surname.
 */
export function askForNameOrder({
  readings,
  learnedKeys,
  rows,
  heading,
  unsure,
}: {
  readings: ReadonlyMap<number, ColumnReading>
  learnedKeys: ReadonlyMap<number, string>
  rows: ReadonlyArray<readonly string[]>
  heading: Heading
  unsure: Unsure
}) {
  const columnOf = (key: string) =>
    [...readings].find(([, { keys, confidence }]) => keys[0] === key && confidence !== 'unsure')?.[0]
  const [names, fathers] = [columnOf('full_name'), columnOf('father_name')]
  if (names === undefined || learnedKeys.has(names) || columnOf('last_name') !== undefined) return
  const wordsAt = (line: readonly string[], index: number | undefined) =>
    (index === undefined ? '' : (line[index] ?? ''))
      .split(/[\s.]+/)
      .filter((word) => word.replace(/[^\p{L}\p{M}]/gu, '').length > 1)
      .map(looseKey)
  let compared = 0
  let turned = 0
  const perhaps: Array<{ first: string; last: string }> = []
  for (const line of rows.slice(heading.row + 1, heading.row + 1 + linesCompared)) {
    const [name, father] = [wordsAt(line, names), wordsAt(line, fathers)]
    const [first = '', last = ''] = [name[0], name.at(-1)]
    if (name.length < 2) continue
    compared += 1
    const endsGiven = givenName.test(last) && !givenName.test(first)
    const surname = father.length > 1 ? father.at(-1) : undefined
    const isFathers = father.length === 1 && name.length > 2 && father[0] === last
    const isSure = endsGiven && name.length > 2
    if (isSure || (surname !== undefined && surname === first && surname !== last)) turned += 1
    else if (endsGiven || isFathers) perhaps.push({ first, last })
  }
  const firsts = new Set(perhaps.map(({ first }) => first))
  const lasts = new Set(perhaps.map(({ last }) => last))
  if (firsts.size <= lasts.size * fewSurnames) turned += perhaps.length
  if (turned > 0 && turned >= compared * mostNames) unsure(names, ['surname_first', 'full_name'], 'name-order')
}
