import { expect, it } from 'vitest'
import { compareKeys, nextOfSeries, numberKey, numberTrouble } from './rules'

const ordered = (...numbers: string[]) =>
  [...numbers].sort((one, other) => compareKeys(numberKey(one), numberKey(other)))

it.each<[string, string[]]>([
  ['by value, not by letters', ['2', '12', '103', '1000']],
  ['with leading zeros', ['0009', '10', '0100']],
  ['with letters before', ['A-9', 'A-10', 'B-1']],
  ['with letters behind', ['7', '7A', '7B', '8']],
  ['by year, then by number', ['GR/2019/99', 'GR/2019/100', 'GR/2020/1']],
  ['by a year behind, then by number', ['1/2025', '2/2025', '10/2025', '1/2026', '50/2026']],
  ['by a year behind with letters', ['GR-9-2025', 'GR-10-2025', 'GR-1-2026']],
  ['in capitals and without', ['a-1', 'A-2', 'a-3']],
  ['in digits of other scripts', ['१२', '૧૦૩', '200']],
  ['of more digits than a number holds', ['9007199254740993', '9007199254740994', '90071992547409930']],
])('orders admission numbers %s', (_words, right) => {
  expect(ordered(...[...right].reverse())).toEqual(right)
  expect(ordered(...right.slice(1), ...right.slice(0, 1))).toEqual(right)
})

const gapsOf = (...numbers: string[]) => numberTrouble(numbers).gaps.map(({ from, to, count }) => [from, to, count])

it.each<[string, string[], Array<[string, string, number]>]>([
  ['nothing in a whole series', ['3', '1', '2'], []],
  ['one number', ['1', '3'], [['2', '2', 1]]],
  [
    'several, at several places',
    ['1', '4', '5', '10'],
    [
      ['2', '3', 2],
      ['6', '9', 4],
    ],
  ],
  ['each series by itself', ['A-1', 'A-3', 'B-7', 'B-8', '1', '2'], [['A-2', 'A-2', 1]]],
  ['written as the number before it', ['GR/0009', 'GR/0012'], [['GR/0010', 'GR/0011', 2]]],
  ['the number before a year', ['15/2026', '17/2026', '1/2025'], [['16/2026', '16/2026', 1]]],
  ['the number behind a year', ['DV-2024-2001', 'DV-2024-2003'], [['DV-2024-2002', 'DV-2024-2002', 1]]],
  ['nothing where a double stands', ['4', '4', '5'], []],
  ['nothing where there is no number', ['ABC', 'ABD'], []],
])('finds gaps: %s', (_words, numbers, gaps) => {
  expect(gapsOf(...numbers)).toEqual(gaps)
})

it('finds numbers that differ only in notation', () => {
  expect(numberTrouble(['12', '0012', 'a-1', 'A-1', 'A-01', '13']).doubles).toEqual([
    ['12', '0012'],
    ['a-1', 'A-1', 'A-01'],
  ])
  expect(numberTrouble(['12', '120', 'A12']).doubles).toEqual([])
})

it('returns the first ten of many gaps, and the total number of gaps', () => {
  const odd = Array.from({ length: 40 }, (_, index) => String(2 * index + 1))
  expect(numberTrouble(odd)).toMatchObject({ gapCount: 39, doubleCount: 0 })
  expect(numberTrouble(odd).gaps).toHaveLength(10)
})

it('distinguishes a trailing year from the same year in front', () => {
  expect(numberTrouble(['1/2025', '2025/1']).doubles).toEqual([])
  expect(numberTrouble(['1/2025', '01/2025']).doubles).toEqual([['1/2025', '01/2025']])
})

it.each<[string, string, string[], string]>([
  ['behind the highest, whatever gaps there are', '12', ['12', '3', '100', '7'], '101'],
  ['of its own series', 'A-7', ['A-7', 'A-9', 'B-70', '200'], 'A-10'],
  ['of its own year', '4/2026', ['300/2025', '4/2026', '5/2026'], '6/2026'],
  ['as wide as it is written', 'GR/0009', ['GR/0009'], 'GR/0010'],
  ['of none', 'ABC', ['ABC', '12'], ''],
])('suggests the next number: %s', (_words, one, numbers, next) => {
  expect(nextOfSeries(one, numbers)).toBe(next)
})
