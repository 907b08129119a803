import { expect, it } from 'vitest'
import { counted, suggestSession } from './rules'

it.each([
  ['2026-04-01', [], '2026-2027', '2026-04-01', '2027-03-31'],
  ['2027-03-31', [], '2026-2027', '2026-04-01', '2027-03-31'],
  ['2026-07-10', ['2026-2027', '2027-2028'], '2028-2029', '2028-04-01', '2029-03-31'],
])('on %s, with %j there, the next session is %s', (today, taken, name, startsOn, endsOn) => {
  expect(suggestSession(today, taken)).toEqual({ name, startsOn, endsOn })
})

it('counts in words', () => {
  expect([counted(0, 'student'), counted(1, 'student'), counted(2, 'class', 'classes')]).toEqual([
    '0 students',
    '1 student',
    '2 classes',
  ])
})
