import { expect, it } from 'vitest'
import {
  clashWords,
  daysInWords,
  inOrderOfDay,
  isNumbered,
  overlapOf,
  plainNumber,
  planCopy,
  roomWords,
  slotConflictWords,
  slotOf,
  suggestPeriod,
  weekdayOf,
  weekOf,
} from './rules'

it.each([
  ['2026-11-16', 1],
  ['2026-11-21', 6],
  ['2026-11-22', null],
])('for %s, returns the weekday %s, or null for a Sunday', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday)
})

it('formats a lesson’s time as the specification shows it', () => {
  expect(slotOf({ startsAt: '08:00', endsAt: '09:00' })).toBe('08:00-09:00')
})

it.each([
  ['Period 3', 3],
  ['Period 12', 12],
  ['Games', null],
  ['Period 3 b', null],
])('in the period name %s, finds the number %s', (name, number) => {
  expect(plainNumber(name)).toBe(number)
})

it('places each lesson on its day and in its period, and leaves the rest free', () => {
  const lesson = { day: 2, periodId: 7, subject: 'Art' }
  const week = weekOf([{ id: 5 }, { id: 7 }], [lesson])
  expect(week).toHaveLength(6)
  expect(week[1]).toEqual({ day: 2, lessons: [null, lesson] })
  expect(week.flatMap(({ lessons }) => lessons).filter(Boolean)).toEqual([lesson])
})

const bell = [
  { name: 'Period 1', startsAt: '08:00', endsAt: '09:00' },
  { name: 'Recess', startsAt: '09:00', endsAt: '09:20' },
]

it.each([
  ['07:00', '08:00', null],
  ['09:20', '10:00', null],
  ['07:30', '08:01', 'endsAt Period 1'],
  ['08:30', '09:00', 'startsAt Period 1'],
  ['08:00', '08:10', 'startsAt Period 1'],
  ['08:59', '09:30', 'startsAt Period 1'],
  ['07:00', '12:00', 'endsAt Period 1'],
  ['09:19', '09:20', 'startsAt Recess'],
])('detects whether a period from %s to %s overlaps: %s', (startsAt, endsAt, expected) => {
  const found = overlapOf({ startsAt, endsAt }, bell)
  expect(found && `${found.field} ${found.with.name}`).toBe(expected)
})

it('suggests a period of one hour after the last one, ending at 23:59 at the latest', () => {
  expect(suggestPeriod(bell)).toEqual({ name: 'Period 2', startsAt: '09:20', endsAt: '10:20' })
  expect(suggestPeriod([])).toEqual({ name: 'Period 1', startsAt: '08:00', endsAt: '09:00' })
  expect(suggestPeriod([{ name: 'Night', startsAt: '22:00', endsAt: '23:30' }]).endsAt).toBe('23:59')
})

it.each([
  [[2], 'Tuesday'],
  [[2, 4], 'Tuesday and Thursday'],
  [[1, 2, 6], 'Monday, Tuesday and Saturday'],
] as const)('formats the days %j as %s', (days, words) => {
  expect(daysInWords([...days])).toBe(words)
})

it('names each conflicting lesson once with all its days, beside the field to correct', () => {
  const there = { className: 'Class 7', sectionName: 'A', subject: 'Science', teacher: 'Meera Joshi', roomNo: '12' }
  const words = clashWords([
    { kind: 'teacher', day: 2, ...there },
    { kind: 'teacher', day: 4, ...there },
    { kind: 'teacher', day: 5, ...there, sectionName: 'B' },
    { kind: 'room', day: 2, ...there },
    { kind: 'section', day: 6, ...there },
  ])
  expect(words).toEqual({
    teacher: [
      'Meera Joshi teaches Class 7 A in this period on Tuesday and Thursday',
      'Meera Joshi teaches Class 7 B in this period on Friday',
    ],
    room: ['Room 12 is taken by Class 7 A in this period on Tuesday'],
    days: ['Class 7 A has Science in this period on Saturday'],
  })
})

it('groups lessons by section, then sorts them by day and period', () => {
  const lesson = (className: string, day: number, periodId: number) => ({ className, sectionName: 'A', day, periodId })
  const given = [lesson('6', 2, 9), lesson('7', 1, 9), lesson('6', 1, 4), lesson('6', 1, 9), lesson('6', 1, 5)]
  const ordered = inOrderOfDay(given, [{ id: 9 }, { id: 4 }])
  expect(ordered.map(({ lesson: { className, day, periodId } }) => [className, day, periodId])).toEqual([
    ['6', 1, 9],
    ['6', 1, 4],
    ['6', 2, 9],
    ['7', 1, 9],
  ])
})

it('labels a room by its number or name', () => {
  expect(['12', '12 B', 'Lab 1'].map(roomWords)).toEqual(['Room 12', 'Room 12 B', 'Lab 1'])
})

it.each([
  ['inactive', 'Meera Joshi is inactive'],
  ['not-learned', 'Art is no longer a subject of Class 7'],
  ['section', 'Class 7 A has another lesson at that time'],
  ['teacher', 'Meera Joshi teaches elsewhere at that time'],
  ['room', 'Room 12 is taken at that time'],
] as const)('explains why a lesson is not copied: %s', (obstacle, words) => {
  const lesson = { className: 'Class 7', sectionName: 'A', subject: 'Art', teacher: 'Meera Joshi', roomNo: '12' }
  expect(slotConflictWords(obstacle, lesson)).toBe(words)
})

it('distinguishes a numbered room from a named one', () => {
  expect(['12', '12 B', 'Lab 1', '', 'x12'].map(isNumbered)).toEqual([true, true, false, false, false])
})

it('copies a lesson when section, teacher and room are free, and explains why others are not copied', () => {
  const lesson = (entryId: number, facts: object = {}) => ({
    entryId,
    day: 1 as const,
    periodId: 1,
    sectionId: entryId,
    subjectId: 1,
    teacherId: entryId,
    roomNo: null as string | null,
    teacherActive: true,
    learned: true,
    ...facts,
  })
  const there = [
    lesson(1),
    lesson(2, { subjectId: 2 }),
    lesson(3, { teacherId: 30 }),
    lesson(4, { roomNo: 'Físicas' }),
    lesson(5, { teacherId: null }),
  ]
  const lessons = [
    lesson(1, { learned: false }),
    lesson(2),
    lesson(3),
    lesson(5, { teacherId: null }),
    lesson(10, { learned: false, teacherActive: false, teacherId: 4 }),
    lesson(11, { teacherActive: false, teacherId: 4 }),
    lesson(12, { teacherId: 4, roomNo: 'fisicas' }),
    lesson(13, { roomNo: 'FISICAS' }),
    lesson(14, { roomNo: 'Lab 1' }),
    lesson(15, { teacherId: null }),
    lesson(4, { day: 2, roomNo: 'fisicas' }),
    lesson(4, { periodId: 2, roomNo: 'fisicas' }),
  ]
  const { copied, left } = planCopy(lessons, there)
  expect(left.map((one) => [one.lesson.entryId, one.obstacle])).toEqual([
    [1, 'same'],
    [2, 'section'],
    [3, 'section'],
    [5, 'same'],
    [10, 'not-learned'],
    [11, 'inactive'],
    [12, 'teacher'],
    [13, 'room'],
  ])
  expect(copied.map((one) => one.entryId)).toEqual([14, 15, 4, 4])
})
