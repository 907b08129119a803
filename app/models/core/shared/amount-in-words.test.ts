import { describe, expect, it } from 'vitest'
import { amountInWords } from './amount-in-words'

const rupees = (count: number) => count * 100

describe('amountInWords in English', () => {
  it.each([
    [0, 'Rupees Zero Only'],
    [1, 'One Paisa Only'],
    [50, 'Fifty Paise Only'],
    [rupees(1), 'Rupees One Only'],
    [rupees(19), 'Rupees Nineteen Only'],
    [rupees(40), 'Rupees Forty Only'],
    [rupees(99) + 99, 'Rupees Ninety-Nine and Ninety-Nine Paise Only'],
    [rupees(100), 'Rupees One Hundred Only'],
    [rupees(101), 'Rupees One Hundred One Only'],
    [rupees(1_000), 'Rupees One Thousand Only'],
    [rupees(12_500), 'Rupees Twelve Thousand Five Hundred Only'],
    [rupees(1_00_000), 'Rupees One Lakh Only'],
    [rupees(1_25_000) + 50, 'Rupees One Lakh Twenty-Five Thousand and Fifty Paise Only'],
    [rupees(1_00_00_000), 'Rupees One Crore Only'],
    [rupees(1_00_00_001), 'Rupees One Crore One Only'],
    [
      rupees(99_99_99_999),
      'Rupees Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine Only',
    ],
    [rupees(1200_00_00_000), 'Rupees One Thousand Two Hundred Crore Only'],
  ])('spells %d paise: %s', (paise, words) => {
    expect(amountInWords(paise, 'en')).toBe(words)
  })
})

describe('amountInWords in Hindi', () => {
  it.each([
    [0, 'शून्य रुपये मात्र'],
    [1, 'एक पैसा मात्र'],
    [50, 'पचास पैसे मात्र'],
    [rupees(1), 'एक रुपया मात्र'],
    [rupees(101), 'एक सौ एक रुपये मात्र'],
    [rupees(12_500), 'बारह हज़ार पाँच सौ रुपये मात्र'],
    [rupees(1_25_000) + 50, 'एक लाख पच्चीस हज़ार रुपये और पचास पैसे मात्र'],
    [rupees(2_35_67_849), 'दो करोड़ पैंतीस लाख सड़सठ हज़ार आठ सौ उनचास रुपये मात्र'],
  ])('spells %d paise: %s', (paise, words) => {
    expect(amountInWords(paise, 'hi')).toBe(words)
  })

  // Numbers ending in 9, to detect words in the wrong row: all except 89 and 99 mean "one less than the next ten".
  it.each([
    [19, 'उन्नीस'],
    [29, 'उनतीस'],
    [39, 'उनतालीस'],
    [49, 'उनचास'],
    [59, 'उनसठ'],
    [69, 'उनहत्तर'],
    [79, 'उनासी'],
    [89, 'नवासी'],
    [99, 'निन्यानवे'],
    [15, 'पंद्रह'],
    [26, 'छब्बीस'],
    [33, 'तैंतीस'],
    [44, 'चवालीस'],
    [53, 'तिरपन'],
    [66, 'छियासठ'],
    [77, 'सतहत्तर'],
    [88, 'अट्ठासी'],
    [91, 'इक्यानवे'],
  ])('spells %d as %s', (count, word) => {
    expect(amountInWords(rupees(count), 'hi')).toBe(`${word} रुपये मात्र`)
  })
})

describe('amountInWords in Gujarati', () => {
  it.each([
    [0, 'રૂપિયા શૂન્ય પૂરા'],
    [1, 'એક પૈસો પૂરો'],
    [50, 'પચાસ પૈસા પૂરા'],
    [rupees(1), 'રૂપિયા એક પૂરા'],
    [rupees(100), 'રૂપિયા એકસો પૂરા'],
    [rupees(250), 'રૂપિયા બસો પચાસ પૂરા'],
    [rupees(12_500), 'રૂપિયા બાર હજાર પાંચસો પૂરા'],
    [rupees(1_25_000) + 50, 'રૂપિયા એક લાખ પચ્ચીસ હજાર અને પચાસ પૈસા પૂરા'],
    [rupees(2_35_67_849), 'રૂપિયા બે કરોડ પાંત્રીસ લાખ સડસઠ હજાર આઠસો ઓગણપચાસ પૂરા'],
  ])('spells %d paise: %s', (paise, words) => {
    expect(amountInWords(paise, 'gu')).toBe(words)
  })

  it.each([
    [19, 'ઓગણીસ'],
    [29, 'ઓગણત્રીસ'],
    [39, 'ઓગણચાળીસ'],
    [49, 'ઓગણપચાસ'],
    [59, 'ઓગણસાઠ'],
    [69, 'અગણોસિત્તેર'],
    [79, 'ઓગણાએંસી'],
    [89, 'નેવ્યાસી'],
    [99, 'નવ્વાણું'],
    [11, 'અગિયાર'],
    [28, 'અઠ્ઠાવીસ'],
    [37, 'સાડત્રીસ'],
    [44, 'ચુંમાળીસ'],
    [56, 'છપ્પન'],
    [65, 'પાંસઠ'],
    [73, 'તોતેર'],
    [84, 'ચોર્યાસી'],
    [92, 'બાણું'],
  ])('spells %d as %s', (count, word) => {
    expect(amountInWords(rupees(count), 'gu')).toBe(`રૂપિયા ${word} પૂરા`)
  })
})

describe('numbers up to ninety-nine', () => {
  // Endings shared within a ten: an entry in the wrong position breaks the pattern.
  const endings: Record<'hi' | 'gu', Array<[from: number, to: number, ending: RegExp]>> = {
    hi: [
      [11, 18, /ह$/],
      [20, 28, /[ीई]स$/],
      [30, 38, /तीस$/],
      [40, 48, /लीस$/],
      [51, 58, /(वन|पन)$/],
      [60, 68, /ठ$/],
      [70, 78, /त्तर$/],
      [80, 88, /(स्सी|ासी)$/],
      [91, 98, /नवे$/],
    ],
    gu: [
      [11, 18, /(ર|દ|ળ)$/],
      [20, 28, /ીસ$/],
      [30, 38, /ત્રીસ$/],
      [40, 48, /ાળીસ$/],
      [51, 58, /(વન|પન)$/],
      [60, 68, /ઠ$/],
      [70, 78, /તેર$/],
      [80, 88, /સી$/],
      [91, 98, /(ણું|ન્નું)$/],
    ],
  }

  it.each(['en', 'hi', 'gu'] as const)('have distinct words in %s', (locale) => {
    const words = Array.from({ length: 100 }, (_, count) => amountInWords(rupees(count), locale))
    expect(new Set(words).size).toBe(100)
    for (const word of words) expect(word).not.toMatch(/undefined| {2}/)
  })

  it.each(['hi', 'gu'] as const)('share an ending within each group of ten in %s', (locale) => {
    for (const [from, to, ending] of endings[locale]) {
      for (let count = from; count <= to; count += 1) {
        const word = amountInWords(rupees(count), locale).replace(/ रुपये मात्र$|^રૂપિયા | પૂરા$/g, '')
        expect(word, String(count)).toMatch(ending)
      }
    }
  })
})

it.each([-1, 0.5, Number.NaN])('refuses %d, which is not a valid amount', (paise) => {
  expect(() => amountInWords(paise, 'en')).toThrow(RangeError)
})
