import { expect, it } from 'vitest'
import { markText, mayMark, readMark } from './mark-rules'
import type { Presence } from './options'

const read = (text: string, presence: Presence = 'present', seen = '') => readMark({ text, presence, seen }, 50)
const marks = (number: number) => ({ ok: true, mark: { presence: 'present', marks: number } })
const away = (presence: Presence) => ({ ok: true, mark: { presence, marks: null } })

it('reads marks with at most two decimals, up to the maximum', () => {
  expect([read('42'), read(' 42.5 '), read('0'), read('50.00'), read('.5'), read('7.')]).toEqual([
    marks(42),
    marks(42.5),
    marks(0),
    marks(50),
    marks(0.5),
    marks(7),
  ])
})

it.each([
  ['50.01', 'Marks are at most 50'],
  ['420', 'Marks are at most 50'],
  ['-1', 'Marks cannot be negative'],
  ['− 3', 'Marks cannot be negative'],
  ['41.125', 'Use at most two decimals'],
  ['forty', 'Enter marks as a number, AB or EX'],
  ['4 2', 'Enter marks as a number, AB or EX'],
  ['42,5', 'Enter marks as a number, AB or EX'],
  ['1e1', 'Enter marks as a number, AB or EX'],
])('refuses %s', (text, problem) => {
  expect(read(text)).toEqual({ ok: false, problem })
})

it('understands AB and EX in the field, and the choice beside an empty one', () => {
  expect([read('AB'), read('ab'), read('Absent'), read('EX'), read('exempt')]).toEqual(
    ['absent', 'absent', 'absent', 'exempt', 'exempt'].map((one) => away(one as Presence)),
  )
  expect([read('', 'absent'), read(' ', 'exempt'), read('', 'present')]).toEqual([
    away('absent'),
    away('exempt'),
    { ok: true, mark: null },
  ])
})

it('takes marks over a choice that nobody touched, and refuses them beside one that somebody made', () => {
  expect(read('30', 'absent', 'AB')).toEqual(marks(30))
  expect(read('30', 'absent', '12')).toEqual({
    ok: false,
    problem: 'Choose present, or leave the marks of an absent pupil empty',
  })
})

it('writes what it reads', () => {
  expect([null, { presence: 'absent', marks: null }, { presence: 'present', marks: 42.5 }] as const).toSatisfy(
    (all: Array<Parameters<typeof markText>[0]>) => all.map(markText).join(' ') === ' AB 42.5',
  )
})

it('lets a class teacher mark every subject, another teacher the own one', () => {
  const places = [
    { sectionId: 1, subjectId: null },
    { sectionId: 2, subjectId: 7 },
  ]
  expect([mayMark(null, 9, 9), mayMark(places, 1, 3), mayMark(places, 2, 7), mayMark(places, 2, 3)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(mayMark([], 1, 3)).toBe(false)
})
