import { expect, it } from 'vitest'
import { marksText, readAwarded } from './marking-form-rules'

it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['3', 3],
  ['3.', 3],
  ['.5', 0.5],
  ['1.50', 1.5],
  [' 2.5 ', 2.5],
])('reads "%s" as awarded marks', (typed, marks) => {
  expect(readAwarded(typed, 3)).toEqual({ ok: true, marks })
})

it.each([
  ['-1', 'Marks cannot be negative'],
  ['−1', 'Marks cannot be negative'],
  ['–1', 'Marks cannot be negative'],
  ['one', 'Enter marks from 0 to 3'],
  ['1 1', 'Enter marks from 0 to 3'],
  ['.', 'Enter marks from 0 to 3'],
  ['1e0', 'Enter marks from 0 to 3'],
  ['x.5', 'Enter marks from 0 to 3'],
  ['.5x', 'Enter marks from 0 to 3'],
  ['1234567', 'Enter marks from 0 to 3'],
  ['1.00000', 'Enter marks from 0 to 3'],
  ['3.5', 'Marks cannot be more than 3'],
  ['123456', 'Marks cannot be more than 3'],
  ['1.25', 'Use steps of 0.5, such as 1.5'],
])('refuses the awarded marks "%s": %s', (typed, problem) => {
  expect(readAwarded(typed, 3)).toEqual({ ok: false, problem })
})

it('formats marks as typed, and null as an empty text', () => {
  expect([marksText(null), marksText(0), marksText(1.5)]).toEqual(['', '0', '1.5'])
})
