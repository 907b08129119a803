import { expect, it } from 'vitest'
import type { Presence } from '../options'
import { markText, mayMark, presenceOf, readMark } from './mark-rules'

const read = (text: string, presence: Presence = 'present', seen = '') => readMark({ text, presence, seen }, 50)
const marks = (number: number) => ({ ok: true, mark: { presence: 'present', marks: number } })
const away = (presence: Presence) => ({ ok: true, mark: { presence, marks: null } })

it('reads marks with up to two decimals, up to the maximum', () => {
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
  ['50.01', 'Marks cannot be more than 50'],
  ['420', 'Marks cannot be more than 50'],
  ['-1', 'Marks cannot be negative'],
  ['− 3', 'Marks cannot be negative'],
  ['41.125', 'Use at most two decimals'],
  ['forty', 'Enter marks as a number, AB or EX'],
  ['4 2', 'Enter marks as a number, AB or EX'],
  ['42,5', 'Enter marks as a number, AB or EX'],
  ['1e1', 'Enter marks as a number, AB or EX'],
  ['x-1', 'Enter marks as a number, AB or EX'],
  ['x41.125', 'Enter marks as a number, AB or EX'],
  ['41.125x', 'Enter marks as a number, AB or EX'],
  ['.125', 'Enter marks as a number, AB or EX'],
  ['.', 'Enter marks as a number, AB or EX'],
  ['.5x', 'Enter marks as a number, AB or EX'],
  ['x.5', 'Enter marks as a number, AB or EX'],
  ['1.5x', 'Enter marks as a number, AB or EX'],
  ['AB..', 'Enter marks as a number, AB or EX'],
  ['A.B', 'Enter marks as a number, AB or EX'],
  ['1234567', 'Enter marks as a number, AB or EX'],
  ['123456', 'Marks cannot be more than 50'],
  ['–1', 'Marks cannot be negative'],
])('refuses the marks %s', (text, problem) => {
  expect(read(text)).toEqual({ ok: false, problem })
})

it.each([
  ['(42)', marks(42)],
  ['[ 42.5 ]', marks(42.5)],
  ['( 07 )', marks(7)],
  ['૪૨', marks(42)],
  ['४२.५', marks(42.5)],
  ['(૪૨)', marks(42)],
  ['A', away('absent')],
  ['a.', away('absent')],
  ['(AB)', away('absent')],
  ['ML', away('exempt')],
  ['M.L.', away('exempt')],
  ['Medical leave', away('exempt')],
  ['Exempted', away('exempt')],
])('reads the marks or absence %s as offices write it', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

it.each(['(42', '42)', '(4)(2)', '()5', 'A+', 'MLA', '(૫૧)', '(-3)'])(
  'refuses %s, which is neither marks nor a known sign',
  (text) => {
    expect(read(text)).toMatchObject({ ok: false })
  },
)

it('reads AB and EX in the marks field, and the chosen presence when the field is empty', () => {
  expect([read('AB'), read('ab.'), read('Abs'), read('Absent'), read('EX'), read('exempt')]).toEqual(
    ['absent', 'absent', 'absent', 'absent', 'exempt', 'exempt'].map((one) => away(one as Presence)),
  )
  expect([read('', 'absent'), read(' ', 'exempt'), read('', 'present')]).toEqual([
    away('absent'),
    away('exempt'),
    { ok: true, mark: null },
  ])
})

it('reads marks beside an absence that was already stored, but refuses marks beside a newly chosen absence', () => {
  expect(read('30', 'absent', 'AB')).toEqual(marks(30))
  expect(read('30', 'absent', '12')).toEqual({
    ok: false,
    problem: 'Choose present, or leave the marks of an absent student empty',
  })
  expect(read('30', 'exempt', 'EX')).toEqual(marks(30))
  expect(read('30', 'exempt', 'AB')).toEqual({
    ok: false,
    problem: 'Choose present, or leave the marks of an exempt student empty',
  })
  expect(read('30', 'present', 'AB')).toEqual(marks(30))
  expect([presenceOf('AB'), presenceOf('EX'), presenceOf('42'), presenceOf('')]).toEqual([
    'absent',
    'exempt',
    'present',
    'present',
  ])
})

it('formats marks as a number, AB, EX, or an empty text', () => {
  expect(markText(null)).toBe('')
  expect(markText({ presence: 'absent', marks: null })).toBe('AB')
  expect(markText({ presence: 'exempt', marks: null })).toBe('EX')
  expect(markText({ presence: 'present', marks: 42.5 })).toBe('42.5')
  expect(markText({ presence: 'present', marks: null })).toBe('')
})

it('allows a class teacher to mark every subject, and another teacher only their own', () => {
  const duties = [
    { sectionId: 1, subjectId: null },
    { sectionId: 2, subjectId: 7 },
  ]
  expect([mayMark(null, 9, 9), mayMark(duties, 1, 3), mayMark(duties, 2, 7), mayMark(duties, 2, 3)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(mayMark([], 1, 3)).toBe(false)
})
