import { expect, it } from 'vitest'
import { counted, obstacleToDeleting, suggestSession } from './rules'

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

it.each([
  [{ students: 32, sections: 2, fees: 1 }, 'Class 6 has 32 students; move them first.'],
  [{ students: 0, sections: 2, fees: 1 }, 'Class 6 has 1 fee; delete it first.'],
  [{ students: 0, sections: 2, fees: 0 }, 'Class 6 has 2 sections; delete them first.'],
  [{ students: 0, sections: 0, fees: 0 }, null],
])('with %j says why a class stays: %s', (dependents, obstacle) => {
  expect(obstacleToDeleting('Class 6', dependents)).toBe(obstacle)
})
