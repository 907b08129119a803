const titles = new Set([
  'shri',
  'sri',
  'shree',
  'smt',
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'late',
  'kumari',
  'prof',
  'adv',
])

/** Unifies the spelling of a word of a name, among others by removing -bhai, -ben, aspirations and doubled letters. */
function fold(word: string): string {
  return word
    .replace(/(?<=.{3})(?:bhai|bhau|ben|bahen|kumar|kumari|lal)$/, '')
    .replace(/(?:ai|ay|ei|ey)/g, 'e')
    .replace(/w/g, 'v')
    .replace(/ph/g, 'f')
    .replace(/z/g, 'j')
    .replace(/y/g, 'i')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/(?<=[bcdgjkpst])h/g, '')
    .replace(/(.)\1+/g, '$1')
}

/** Normalized words of a name, for comparison. */
export function wordsOfName(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter((word) => word !== '' && !titles.has(word)).map(fold)
}

const areSame = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) === 1 && one[0] === other[0])

/**
 * Returns true when two names, by their words, may be the same person: every word of the shorter name occurs in the
 * other, possibly as an initial, and at least one as a whole word. English spellings of one name match (Shaikh and
 * Sheikh, Rajeshbhai and Rajesh); Ramesh and Rajesh do not.
 */
export function areWordsAlike(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  const left = [...many]
  let whole = 0
  for (const word of [...few].sort((a, b) => b.length - a.length)) {
    // Prefers a whole word over an initial that also fits.
    const same = left.indexOf(word)
    const at = same >= 0 ? same : left.findIndex((candidate) => areSame(word, candidate))
    if (at < 0) return false
    if (left[at] === word && word.length > 1) whole++
    left.splice(at, 1)
  }
  return whole > 0
}

export const areAlike = (one: string, other: string) => areWordsAlike(wordsOfName(one), wordsOfName(other))
