/** Texts that need no cleaning. */
const isPlain = /^[\x20-\x7e\t\n]*$/

/** Line breaks of old and foreign systems. */
const breaks = /\r\n?|[\u0085\u2028\u2029]/g
/** Characters that look like a space, and the blank Braille pattern. */
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g
/**
 * Invisible characters: controls, soft hyphen, bidi marks, byte order mark, word joiner, fillers, tags and unpaired
 * surrogates. Joiners and variation selectors are not listed, as they depend on their neighbours.
 */
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: lists single characters, no sequence
  /(?![\t\n])\p{Cc}|(?![\u200c\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|\p{Cs}/gu
/** Variation selectors that do not follow an emoji, `#`, `*` or a digit: they have no effect. */
const selectors = /(?<![\p{Extended_Pictographic}#*0-9])[\ufe00-\ufe0f]/gu
/** Virama signs, which remove the vowel of a consonant in Indic scripts (Devanagari to Malayalam, Sinhala). */
const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'
const arabic = '\\p{Script=Arabic}'
const joiner = '[\\u200c\\u200d]'
/**
 * All joiners. Group 1 matches those with an effect: beside a virama, between Arabic letters (Urdu), or in a composed
 * emoji. Any other is a leftover of typing or copying.
 */
const joinersByUse = new RegExp(
  `((?<=${virama})${joiner}|(?<=\\p{L})${joiner}(?=${virama})|(?<=${arabic})${joiner}(?=${arabic})` +
    `|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic}))|${joiner}`,
  'gu',
)
const joiners = /[\u200c\u200d]/g

/**
 * Cleans a text typed or imported by users, and keeps its line breaks. Composes letters (NFC: U+095B and U+091C U+093C
 * become one spelling) and replaces unusual spaces and line breaks. Removes invisible characters, except joiners that
 * the script needs.
 */
export function cleanLines(text: string): string {
  if (isPlain.test(text)) return text
  return text
    .replace(breaks, '\n')
    .replace(spaces, ' ')
    .replace(unseen, '')
    .replace(selectors, '')
    .normalize('NFC')
    .replace(joinersByUse, '$1')
}

/** Cleans a one-line text as `cleanLines` does, and reduces spaces to single ones, with none at the ends. */
export function cleanText(text: string): string {
  return cleanLines(text).replace(/\s+/g, ' ').trim()
}

/** Apostrophes of keyboards and word processors: `O’Brien`, `Oʼ Brien`, `O´Brien`. */
export const apostrophes = ['\u2019', '\u2018', '\u201b', '\u02bc', '\u02b9', '\u00b4', '`', '\u2032', '\uff07']
const apostrophe = new RegExp(`[${apostrophes.join('')}]`, 'g')

/** Text as it is compared and searched: cleaned, without joiners, with plain apostrophes. Never stored. */
export function comparableText(text: string): string {
  return cleanText(text).replace(joiners, '').replace(apostrophe, "'")
}

/** Key that compares names: `comparableText` without case, and Latin letters without accents. */
export function foldText(text: string): string {
  const comparable = comparableText(text)
  if (isPlain.test(comparable)) return comparable.toLowerCase()
  return comparable
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
}
