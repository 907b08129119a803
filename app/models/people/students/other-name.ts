const titles = /(?<!\p{L})(?:mr|mrs|ms|miss|master|mast|kumari|kumar|kum|ku|shri|smt|bhai|ben|baby)(?!\p{L})\.?/giu

/** Words of a name without its initials; the initials if the name has nothing else. */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().split(/[^a-z]+/)
  const whole = words.filter((word) => word.length > 1)
  return whole.length > 0 ? whole : words.filter((word) => word !== '')
}

/**
 * Returns true when a name in a file clearly belongs to a different student than the name in the register: at most half
 * of the words of the shorter name resemble a word of the longer one (for example, only the surname does). Ignores
 * titles, initials, numbers and text in brackets. Returns false if either name has no Latin letters.
 */
export function isOtherName(fileName: string, registerName: string): boolean {
  const bare = fileName.replace(/[([{].*?[)\]}]|\d+/g, ' ').replace(/\b[sd]\/o\b.*$/i, ' ')
  const untitled = bare.replace(titles, ' ')
  const [inFile, registered] = [wordsOf(/[a-z]/i.test(untitled) ? untitled : bare), wordsOf(registerName)]
  const [fewer = [], more = []] = [inFile, registered].sort((a, b) => a.length - b.length)
  const alike = fewer.filter((word) => more.some((candidate) => soundsLike(word, candidate)))
  return fewer.length > 0 && alike.length * 2 <= fewer.length
}

/**
 * Returns true for words with the same first letter, if the consonants of the shorter one occur in the longer one in
 * the same order: Pooja and Puja, Mohd and Mohammed. An initial matches any word that begins with it: A and Asha.
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
