import { expect, it } from 'vitest'
import { numberTrouble } from './rules'

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
])('finds gaps in a series of numbers: %s', (_words, numbers, gaps) => {
  expect(gapsOf(...numbers)).toEqual(gaps)
})

it('finds duplicate numbers that differ only in notation', () => {
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

it('does not take 1/2025 and 2025/1 for duplicates', () => {
  expect(numberTrouble(['1/2025', '2025/1']).doubles).toEqual([])
  expect(numberTrouble(['1/2025', '01/2025']).doubles).toEqual([['1/2025', '01/2025']])
})
