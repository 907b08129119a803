import { expect, it } from 'vitest'
import { counted } from '~/models/core/shared/counted'
import { classSection, obstacleToDeleting, sessionWarnings, suggestSession } from './rules'

it.each([
  ['2026-04-01', [], '2026-2027', '2026-04-01', '2027-03-31'],
  ['2027-03-31', [], '2026-2027', '2026-04-01', '2027-03-31'],
  ['2026-07-10', ['2026-2027', '2027-2028'], '2028-2029', '2028-04-01', '2029-03-31'],
])('on %s, when the sessions %j exist, suggests the session %s', (today, taken, name, startsOn, endsOn) => {
  expect(suggestSession(today, taken)).toEqual({ name, startsOn, endsOn })
})

it.each([
  [1, '2026-11-21', '2026', '2026-01-01', '2026-12-31'],
  [6, '2026-05-31', '2025-2026', '2025-06-01', '2026-05-31'],
  [6, '2026-06-01', '2026-2027', '2026-06-01', '2027-05-31'],
])(
  'for academic years that begin in month %i, on %s, suggests the session %s',
  (month, today, name, startsOn, endsOn) => {
    expect(suggestSession(today, [], month)).toEqual({ name, startsOn, endsOn })
  },
)

it('warns about overlapping days and an unusual length of a session', () => {
  const year = { name: '2026-2027', startsOn: '2026-04-01', endsOn: '2027-03-31' }
  const next = { name: '2027-2028', startsOn: '2027-04-01', endsOn: '2028-03-31' }
  expect(sessionWarnings(year, [next])).toEqual([])
  expect(sessionWarnings({ ...year, endsOn: '2027-04-01' }, [next])).toHaveLength(1)
  expect(sessionWarnings({ ...year, endsOn: '2028-03-31' }, [])).toEqual([
    'It is 731 days long; a school year has about 365.',
  ])
})

it('formats a count with a singular or plural noun', () => {
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
  [{ exams: 1, sections: 1 }, 'Class 6 has 1 exam; delete it first.'],
  [{ schemes: 2, lessons: 1 }, 'Class 6 has 2 schemes of report cards; delete them first.'],
  [{ papers: 1, classes: 1 }, 'Class 6 has 1 exam paper, so it cannot be deleted.'],
  [{ lessons: 1, classes: 1 }, 'Class 6 has 1 entry in the timetable; delete it there first.'],
  [{ lessons: 12 }, 'Class 6 has 12 entries in the timetable; delete them there first.'],
  [{ classes: 2 }, 'Class 6 is studied by 2 classes; remove it from them first.'],
  [{ students: 0, sections: 0, fees: 0 }, null],
  [{ notices: 2 }, 'Class 6 has 2 notices; delete them first.'],
  [{ days: 1, lessons: 2 }, 'Attendance of Class 6 was taken on 1 day, so it cannot be deleted.'],
  [{ events: 1 }, 'Class 6 has 1 event; delete it first.'],
])('for a class with %j, explains why it cannot be deleted: %s', (dependents, obstacle) => {
  expect(obstacleToDeleting('Class 6', dependents)).toBe(obstacle)
})

it('formats a class with its section', () => {
  expect(classSection('Class 6', 'A')).toBe('Class 6 – A')
})
