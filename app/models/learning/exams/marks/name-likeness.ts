const words = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

/**
 * Returns whether two names clearly belong to different people: at most half the words of the shorter name, such as
 * only the surname, resemble words of the other (other spelling or abbreviation). Names in other scripts are not
 * compared.
 */
export function clearlyDifferent(one: string, other: string): boolean {
  const [fewer = [], more = []] = [words(one), words(other)].sort((a, b) => a.length - b.length)
  const alike = fewer.filter((word) => more.some((candidate) => soundsLike(word, candidate)))
  return fewer.length > 0 && alike.length * 2 <= fewer.length
}

/**
 * Matches Pooja and Puja, Mohd and Mohammed, A and Asha: the same first letter, and the shorter one's consonants within
 * the longer one.
 */
function soundsLike(one: string, other: string): boolean {
  if (one[0] !== other[0]) return false
  const [short = '', long = ''] = [one, other]
    .map((word) => word[0] + word.slice(1).replace(/[aeiouyh]/g, ''))
    .sort((a, b) => a.length - b.length)
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length && (short.length > 1 || Math.min(one.length, other.length) === 1 || short === long)
}
