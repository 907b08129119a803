import { describe, expect, it } from 'vitest'
import { cleanLines, cleanText, comparableText, foldText } from './clean-text'

describe('cleanText', () => {
  it.each([
    ['U+095B is composed of two letters', '\u095b\u094b\u092f\u093e', '\u091c\u093c\u094b\u092f\u093e'],
    ['two letters stay', '\u091c\u093c\u094b\u092f\u093e', '\u091c\u093c\u094b\u092f\u093e'],
    ['a Gurmukhi letter with a dot', '\u0a5e', '\u0a2b\u0a3c'],
    ['a letter and its accent', 'Zoe\u0308', 'Zo\u00eb'],
    ['bidi marks around a number', '\u202a9825012345\u202c', '9825012345'],
    ['marks of both directions, and a joiner', '\u200e\u200d', ''],
    ['a byte order mark, a word joiner, a soft hyphen', '\ufeffAsha\u2060 Pa\u00adtel', 'Asha Patel'],
    ['isolates', '\u2068Asha\u2069', 'Asha'],
    ['zero width spaces', '\u200bAsha\u200bPatel\u200b', 'AshaPatel'],
    ['fillers and blanks', '\u3164\uffa0\u2800\u3000', ''],
    ['tags', 'A\u{e0041}\u{e007f}', 'A'],
    ['half of a pair', 'A\ud83d', 'A'],
    ['a NUL', 'Kavita\u0000', 'Kavita'],
    ['no-break and narrow spaces', 'Asha\u00a0\u202fPatel\u2003', 'Asha Patel'],
    ['tabs and line breaks', ' Asha\t \r\nPatel\u2028', 'Asha Patel'],
    ['an emoji of several signs', '👨\u200d👩\u200d👧 👍🏽 1\ufe0f\u20e3', '👨\u200d👩\u200d👧 👍🏽 1\ufe0f\u20e3'],
    ['a selector behind a letter', 'A\ufe0f', 'A'],
    ['a joiner behind a virama', 'ક્\u200dષિતિજ', 'ક્\u200dષિતિજ'],
    ['two joiners', 'ક્\u200d\u200dષ', 'ક્\u200dષ'],
    ['the eyelash of Marathi', 'दऱ्\u200dया', 'दऱ्\u200dया'],
    ['the ya-phalaa of Bengali', 'র\u200d্য', 'র\u200d্য'],
    ['a chillu at the end', 'രാജന\u0d4d\u200d', 'രാജന\u0d4d\u200d'],
    ['a non-joiner between Arabic letters', 'بی\u200cگم', 'بی\u200cگم'],
    ['a joiner without effect', 'नि\u200dति\u200c', 'निति'],
    ['a joiner between Latin letters', 'As\u200dha', 'Asha'],
    ['apostrophes', "O'Brien D’Souza", "O'Brien D’Souza"],
    ['plain text', 'Asha Patel', 'Asha Patel'],
  ])('cleans %s', (_words, text, clean) => {
    expect(cleanText(text)).toBe(clean)
    expect(cleanText(clean)).toBe(clean)
  })

  it('keeps the line breaks of a text with several lines', () => {
    expect(cleanLines('7\u00a0Shanti Nagar,\r\n\u200eSurat\u2028\tGujarat')).toBe('7 Shanti Nagar,\nSurat\n\tGujarat')
  })
})

describe('comparableText and foldText', () => {
  it.each([
    ['a joiner', 'ક્\u200dષિતિજ', 'ક્ષિતિજ'],
    ['a non-joiner', 'क्\u200cष', 'क्ष'],
    ['both spellings of a letter', '\u095b', '\u091c\u093c'],
    ['curly and straight apostrophes', 'D’Souza', "D'Souza"],
    ['a grave accent as apostrophe', 'O`Brien', "O'Brien"],
    ['spaces', '  Asha\u00a0 Patel', 'Asha Patel'],
  ])('compares texts as equal that differ in %s', (_words, one, other) =>
    expect(comparableText(one)).toBe(comparableText(other)),
  )

  it.each([
    ['Zoë François', 'ZOE FRANCOIS'],
    ['D’Souza', "d'souza"],
    ['ક્\u200dષિતિજ', 'ક્ષિતિજ'],
  ])('compares %s and %s as equal', (one, other) => expect(foldText(one)).toBe(foldText(other)))

  it('keeps different names apart', () => {
    expect(foldText('કમલ')).not.toBe(foldText('કામલ'))
    expect(foldText('જ')).not.toBe(foldText('જ઼'))
  })
})
