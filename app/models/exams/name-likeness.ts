const words = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

/**
 * Whether two names are clearly those of different people: not more than half the words of the shorter one are words of the other,
 * spelt otherwise or cut short. A shared surname alone is not enough; names in other letters cannot be compared.
 */
export function clearlyDifferent(one: string, other: string): boolean {
  const [fewer = [], more = []] = [words(one), words(other)].sort((a, b) => a.length - b.length)
  const alike = fewer.filter((word) => more.some((candidate) => soundsLike(word, candidate)))
  return fewer.length > 0 && alike.length * 2 <= fewer.length
}

/** Pooja and Puja, Mohd and Mohammed, A and Asha: the same beginning, and the shorter one's consonants in the longer one. */
function soundsLike(one: string, other: string): boolean {
  if (one[0] !== other[0]) return false
  const [short = '', long = ''] = [one, other]
    .map((word) => word[0] + word.slice(1).replace(/[aeiouyh]/g, ''))
    .sort((a, b) => a.length - b.length)
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length && (short.length > 1 || Math.min(one.length, other.length) === 1 || short === long)
}
