import { expect, it } from 'vitest'
import { arrangeClasses, type KnownClass } from '../kinds/class-resolver'
import { readChoice, readCode, readDigits, readYesNo } from './cells'
import { classKey } from './class-names'

it.each(['1.2E+11', '9.82501E+09', '9.8E9'])('refuses %s, whose last digits the spreadsheet has dropped', (typed) => {
  expect(readDigits(typed)).toMatchObject({ ok: false, problem: expect.stringContaining('cut') })
  expect(readCode(typed)).toMatchObject({ ok: false })
})

it.each(['Dec-19', '07-Mar', '1-Jan', 'Mar-2026', '7-Mar-19'])(
  'refuses the code %s, which a spreadsheet has turned into a date',
  (typed) => {
    expect(readCode(typed)).toMatchObject({ ok: false, problem: expect.stringContaining('turned this into a date') })
  },
)

it('reads yes and no, codes and choices', () => {
  expect([readYesNo('Y'), readYesNo('ના'), readYesNo('maybe')].map((read) => read.ok && read.text)).toEqual([
    '1',
    '0',
    false,
  ])
  expect(readCode('1001.0')).toEqual({ ok: true, text: '1001' })
  expect(readChoice('  self-employed ', ['Self Employed'])).toBe('Self Employed')
})

const classOf = (name: string, position: number | null): KnownClass => ({
  id: position === null ? null : 1,
  key: classKey(name),
  name,
  position,
  sections: [],
})

it.each<[string, Record<string, number>, string[], Record<string, number>]>([
  [
    'a school that has none yet',
    {},
    ['Music', '12 Science', 'UKG', 'Class 2', 'XI Science', '11 Commerce', 'Nursery', 'Std 1', 'LKG', '10'],
    {
      Nursery: 0,
      LKG: 1,
      UKG: 2,
      'Std 1': 3,
      'Class 2': 4,
      '10': 10,
      '11 Commerce': 11,
      'XI Science': 12,
      '12 Science': 13,
      Music: 14,
    },
  ],
  ['only numbers', {}, ['Class 7', 'VI'], { VI: 6, 'Class 7': 7 }],
  [
    'classes that make room',
    { 'Class 1': 1, 'Class 2': 2, 'Class 9': 9 },
    ['Nursery', 'LKG', 'UKG', 'Class 3'],
    { Nursery: 0, LKG: 1, UKG: 2, 'Class 1': 3, 'Class 2': 4, 'Class 3': 5, 'Class 9': 9 },
  ],
  [
    'an order of the school’s own',
    { Balvatika: 0, 'Class 1': 1, Blue: 4, Green: 4, Alumni: 20 },
    ['Class 2', 'UKG'],
    { Balvatika: 0, UKG: 1, 'Class 1': 2, 'Class 2': 3, Blue: 4, Green: 4, Alumni: 20 },
  ],
  ['two of one position', { Blue: 1, Green: 1 }, ['Music'], { Blue: 1, Green: 1, Music: 2 }],
  ['the last position', { Blue: 999 }, ['Music'], { Blue: 999, Music: 999 }],
])('places new classes in school order: %s', (_, before, names, after) => {
  const there = Object.entries(before).map(([name, position]) => classOf(name, position))
  there.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const made = names.map((name) => classOf(name, null))
  const moved = arrangeClasses(there, made)
  expect(Object.fromEntries([...there, ...made].map((one) => [one.name, one.position]))).toEqual(after)
  expect(moved.map((one) => one.name)).toEqual(
    there.filter((one) => one.position !== before[one.name]).map((one) => one.name),
  )
})
