import { expect, it } from 'vitest'
import { usualDays } from '../../values/days'
import type { CellReading } from '../field-rule'
import { readLeaving, readStatus } from './has-left'

const how = { day: usualDays, isDateCell: false } as CellReading

it.each([
  ...['Left', 'TC', 'TC Issued', 'T.C. given', 'Name struck off', 'Alumni', 'Dropped', 'Drop-out', 'Passed out'],
  ...['In Active', 'Not active', 'Inactive', 'Transferred', 'Transferred to KV', 'Withdrawn'],
])('refuses a student with the status %s', (text) => {
  expect(readStatus('student')(text)).toMatchObject({ ok: false })
})

it.each([
  ...['Active', 'Studying', 'TC Received', 'TC Submitted', 'TC Pending', 'TC not issued', 'Transferred in'],
  ...['Transferred from KV', 'Continuing', 'Leftover', 'Promoted', '-'],
])('accepts a student with the status %s', (text) => {
  expect(readStatus('student')(text)).toEqual({ ok: true, text: '' })
})

it.each(['Resigned', 'Retired', 'Relieved', 'Ex', 'Transferred', 'Contract over', 'Inactive'])(
  'refuses a teacher with the status %s',
  (text) => {
    expect(readStatus('teacher')(text)).toMatchObject({ ok: false })
  },
)

it.each(['Working', 'Permanent', 'Ex-serviceman', 'Transferred from GPS Anand', 'Active', 'Contract'])(
  'accepts a teacher with the status %s',
  (text) => {
    expect(readStatus('teacher')(text)).toEqual({ ok: true, text: '' })
  },
)

it.each([
  ['31/05/2026', false],
  ['૩૧/૦૫/૨૦૨૬', false],
  ['29/11/2026', false],
  ['left in 2025', false],
  ['30/11/2026', true],
  ['31/03/2027', true],
  ['0000-00-00', true],
  ['00/00/0000', true],
  ['0', true],
  ['-', true],
  ['NA', true],
])('given the leaving date %s, accepts the teacher: %s', (text, isTaken) => {
  expect(readLeaving('teacher')(text, '2026-11-29', how).ok).toBe(isTaken)
})
