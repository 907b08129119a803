import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPaise, MAX_AMOUNT_PAISE, parseRupees, splitPaise, typedRupees } from './money'

describe('formatPaise', () => {
  it.each([
    [0, '₹0.00', '₹0'],
    [5, '₹0.05', '₹0.05'],
    [50, '₹0.50', '₹0.50'],
    [99_900, '₹999.00', '₹999'],
    [1_00_000, '₹1,000.00', '₹1,000'],
    [12_345_00, '₹12,345.00', '₹12,345'],
    [1_25_000_00, '₹1,25,000.00', '₹1,25,000'],
    [1_25_000_50, '₹1,25,000.50', '₹1,25,000.50'],
    [12_34_567_00, '₹12,34,567.00', '₹12,34,567'],
    [MAX_AMOUNT_PAISE, '₹99,99,99,999.00', '₹99,99,99,999'],
    [-1_250_05, '-₹1,250.05', '-₹1,250.05'],
  ])('writes %d paise as %s in tables and %s elsewhere', (paise, exact, short) => {
    expect(formatPaise(paise, { style: 'exact' })).toBe(exact)
    expect(formatPaise(paise, { style: 'short' })).toBe(short)
  })

  it.each(['en', 'hi', 'gu'] as const)('agrees with Intl for every amount in %s', (locale) => {
    const intl = new Intl.NumberFormat(`${locale}-IN-u-nu-latn`, { style: 'currency', currency: 'INR' })
    fc.assert(
      fc.property(fc.integer({ min: -MAX_AMOUNT_PAISE * 100, max: MAX_AMOUNT_PAISE * 100 }), (paise) => {
        fc.pre(paise !== 0)
        expect(formatPaise(paise, { locale, style: 'exact' })).toBe(intl.format(paise / 100))
      }),
    )
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('refuses %d, which is not whole paise', (paise) => {
    expect(() => formatPaise(paise, { style: 'exact' })).toThrow(RangeError)
  })
})

describe('parseRupees', () => {
  it.each([
    ['12500', 12_500_00],
    ['1,25,000', 1_25_000_00],
    ['125,000', 1_25_000_00],
    ['₹ 500.50', 500_50],
    ['₹500.5', 500_50],
    [' Rs. 1,200/- ', 1_200_00],
    ['INR 75', 75_00],
    ['rs 75', 75_00],
    ['0', 0],
    ['007', 7_00],
    ['१२,५००', 12_500_00],
    ['૧,૨૫,૦૦૦.૫૦', 1_25_000_50],
    ['99,99,99,999', MAX_AMOUNT_PAISE],
  ])('reads "%s"', (text, paise) => {
    expect(parseRupees(text)).toBe(paise)
  })

  it.each([
    ...[
      '',
      ' ',
      '₹',
      '-5',
      '−5',
      '+5',
      '5.555',
      '5.',
      '.5',
      '1,5',
      '1,25,00',
      '12,5000',
      ',500',
      '5,,000',
      '1 000',
      '1e3',
      '0x10',
    ],
    ...[
      'five',
      '5.5.5',
      'NaN',
      'Infinity',
      '99,99,99,999.01',
      '100,00,00,000',
      '9'.repeat(400),
      '500 - 20',
      '₹₹5',
      '5₹',
      '5 Rs. 5',
      '5/-5',
      '5/- /-',
      '５００',
    ],
  ])('refuses "%s"', (text) => {
    expect(parseRupees(text)).toBeNull()
  })

  it.each([
    [1_25_000_00, '125000'],
    [500_50, '500.50'],
  ])('formats %d paise for a field as %s', (paise, typed) => {
    expect(typedRupees(paise)).toBe(typed)
    expect(parseRupees(typed)).toBe(paise)
  })

  it('parses every amount that formatPaise writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_PAISE }), fc.constantFrom('exact', 'short'), (paise, style) => {
        expect(parseRupees(formatPaise(paise, { style }))).toBe(paise)
      }),
    )
  })
})

describe('splitPaise', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [1, [1, 1], [1, 0]],
    [10_000, [5_000, 3_000, 2_000], [5_000, 3_000, 2_000]],
    [7, [0, 3, 4], [0, 3, 4]],
    [200, [1, 2, 4], [29, 57, 114]],
    // The rest goes to the largest fractions; on a tie, to the earlier part.
    [100, [1, 2, 4], [14, 29, 57]],
    [10, [1, 2, 4, 4], [1, 2, 4, 3]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
  ])('splits %d paise by %j', (total, weights, parts) => {
    expect(splitPaise(total, weights)).toEqual(parts)
  })

  it('returns parts that add up exactly and are within a paisa of the true share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: MAX_AMOUNT_PAISE }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_PAISE }), weights, (total, weights) => {
        const sum = weights.reduce((so, weight) => so + BigInt(weight), 0n)
        fc.pre(sum > 0n)
        const parts = splitPaise(total, weights)
        expect(parts.reduce((so, part) => so + part, 0)).toBe(total)
        parts.forEach((part, index) => {
          const distance = BigInt(part) * sum - BigInt(total) * BigInt(weights[index] ?? 0)
          expect(distance < sum && -distance < sum).toBe(true)
        })
      }),
    )
  })

  it('refuses negative amounts, fractions, and shares that are empty or add up to zero', () => {
    expect(() => splitPaise(-1, [1])).toThrow(new RangeError('Not a whole number of zero or more: -1'))
    expect(() => splitPaise(1, [1, -1])).toThrow(RangeError)
    expect(() => splitPaise(1.5, [1])).toThrow(RangeError)
    expect(() => splitPaise(1, [0, 0])).toThrow(new RangeError('Nothing to split the amount by'))
    expect(() => splitPaise(1, [])).toThrow(RangeError)
  })
})
