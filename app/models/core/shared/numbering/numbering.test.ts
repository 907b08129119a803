import { expect, it } from 'vitest'
import { compareKeys, nextNumber, numberKey, numbersAfter } from './numbering'

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
])('orders the numbers %s', (_words, right) => {
  expect(ordered(...[...right].reverse())).toEqual(right)
  expect(ordered(...right.slice(1), ...right.slice(0, 1))).toEqual(right)
})

it.each<[string, string[], string | null]>([
  ['no numbers', [], null],
  ['the newest below the highest, and gaps', ['2429', '2465', '2433'], '2466'],
  ['several notations', ['A-7', 'A-9', 'B-70', '200'], 'A-10'],
  ['plain numbers after lettered ones', ['12', 'A-9'], '13'],
  ['a newest number without digits', ['ABC', '12'], '13'],
  ['no digits at all', ['ABC'], 'ABC-1'],
  ['a year behind', ['300/2025', '4/2026', '5/2026'], '6/2026'],
  ['a year in front, entered late', ['2025/099', '2026/007'], '2026/008'],
  ['leading zeros', ['GR/0009', 'GR/0010'], 'GR/0011'],
  ['a number that grows by a digit', ['DPS-0999-B', 'DPS-9999-B'], 'DPS-10000-B'],
  ['digits of another script', ['૧૦૩', '૯૯'], '104'],
  ['more digits than a number holds', ['99999999999999999999'], '100000000000000000000'],
])('suggests the number after the highest: %s', (_words, newestFirst, next) => {
  expect(nextNumber(newestFirst)).toBe(next)
})

it('continues a series in its own notation', () => {
  expect(numbersAfter('2026/099', 2)).toEqual(['2026/100', '2026/101'])
  expect(numbersAfter('15/2026', 2)).toEqual(['16/2026', '17/2026'])
  expect(numbersAfter('ASHA', 2)).toEqual(['ASHA-1', 'ASHA-2'])
})
