import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HoldsGlyph, splitRuns } from './runs'

const holdsAll: HoldsGlyph = () => true
const plainOnly: HoldsGlyph = (font, codePoint) => (font === 'latin' ? codePoint < 0x2100 : codePoint < 0x80)
const short = (text: string, holds = holdsAll) => splitRuns(text, holds).map((run) => `${run.font[0]}:${run.text}`)

describe('splitRuns', () => {
  it.each([
    ['Asha Patel', ['l:Asha Patel']],
    ['₹1,25,000.00', ['l:₹1,25,000.00']],
    ['', []],
    ['પ્રિયંકા', ['g:પ્રિયંકા']],
    ['श्री कृष्ण', ['d:श्री कृष्ण']],
    ['શિક્ષણ ફી (Term 1)', ['g:શિક્ષણ ફી (', 'l:Term 1)']],
    ['Class ८ બ', ['l:Class ', 'd:८ ', 'g:બ']],
    ['8 જુલાઈ, 2026', ['g:8 જુલાઈ, 2026']],
    ['₹500 कुल', ['d:₹500 कुल']],
    ['"(૧૨)"', ['g:"(૧૨)"']],
  ])('divides a text into runs of one font each: %s', (text, runs) => {
    expect(short(text)).toEqual(runs)
  })

  it('uses the Latin font for a character that the font of the surrounding text lacks', () => {
    expect(short('કુલ ₹500 પૂરા', plainOnly)).toEqual(['g:કુલ ', 'l:₹500 ', 'g:પૂરા'])
    expect(short('₹૫', plainOnly)).toEqual(['l:₹', 'g:૫'])
  })

  it('keeps joiners inside a word, and prints the danda in the font of the text around it', () => {
    expect(short('ક્\u200dષ')).toEqual(['g:ક્\u200dષ'])
    expect(short('ફી ભરી છે।')).toEqual(['g:ફી ભરી છે।'])
  })

  it('combines a letter and its accent into one character', () => {
    expect(short('e\u0301')).toEqual(['l:é'])
  })

  it('uses the Latin font for other scripts', () => {
    expect(short('தமிழ்')).toEqual(['l:தமிழ்'])
  })

  it.each([
    ['Asha 😀 Patel', ['l:Asha Patel']],
    ['😀 Asha', ['l:Asha']],
    ['Asha👨\u200d👩\u200d👧Patel', ['l:AshaPatel']],
    ['આશા 👍🏽 પટેલ', ['g:આશા પટેલ']],
    ['Asha ❤\ufe0f🇮🇳', ['l:Asha ']],
    ['© 2026', ['l:© 2026']],
  ])('leaves out emoji, which no font has: %s', (text, runs) => {
    expect(short(text, plainOnly)).toEqual(runs)
  })

  it('turns line breaks and control characters into a space', () => {
    expect(short('Line one\r\nLine\u0000two\u2028three')).toEqual(['l:Line one Line two three'])
  })

  it('keeps every visible character and never returns two adjacent runs of one font', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'aZ9 ₹.,(કષ્િ૫कि्५।é') })
    fc.assert(
      fc.property(texts, (text) => {
        const runs = splitRuns(text, plainOnly)
        expect(runs.map((run) => run.text).join('')).toBe(text.normalize('NFC'))
        runs.slice(1).forEach((run, index) => {
          expect(run.font).not.toBe(runs[index]?.font)
        })
      }),
    )
  })
})
