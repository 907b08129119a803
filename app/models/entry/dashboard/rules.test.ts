import { expect, it } from 'vitest'
import {
  type Activity,
  attendanceTrend,
  monthlyPercent,
  newestActivities,
  paidPercent,
  startTimeText,
  timetableDay,
  trendStart,
} from './rules'

it('starts the attendance trend so that it covers thirty days, including today', () => {
  expect(trendStart('2026-07-30')).toBe('2026-07-01')
})

it('computes the attendance of a month', () => {
  const days = [
    { heldOn: '2026-06-30', status: 'absent' as const },
    { heldOn: '2026-07-01', status: 'present' as const },
    { heldOn: '2026-07-02', status: 'half_day' as const },
  ]
  expect(monthlyPercent(days, '2026-07')).toBe(75)
  expect(monthlyPercent(days, '2026-08')).toBeNull()
})

it('returns the attendance percentage after each marked day, oldest first', () => {
  const trend = attendanceTrend(
    [
      { heldOn: '2026-07-03', status: 'late' },
      { heldOn: '2026-07-01', status: 'present' },
      { heldOn: '2026-06-01', status: 'absent' },
      { heldOn: '2026-07-02', status: 'absent' },
    ],
    '2026-07-01',
  )
  expect(trend.map(({ heldOn, percent }) => [heldOn, percent])).toEqual([
    ['2026-07-01', 100],
    ['2026-07-02', 50],
    ['2026-07-03', 66.7],
  ])
  expect(attendanceTrend([], '2026-07-01')).toEqual([])
})

it('formats the time at which an exam begins, 09:00 AM by default', () => {
  expect(['09:30', '12:00', '14:05', '00:15'].map(startTimeText)).toEqual([
    '09:30 AM',
    '12:00 PM',
    '02:05 PM',
    '12:15 AM',
  ])
  expect(startTimeText(null)).toBe('09:00 AM')
})

it('returns the timetable’s number of a weekday, and null on a Sunday', () => {
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map(timetableDay)).toEqual([6, null, 1])
})

it('shows 100 % as paid only when everything is paid', () => {
  expect(paidPercent(0, 100)).toBe(0)
  expect(paidPercent(1, 1_000_000)).toBe(1)
  expect(paidPercent(999_999, 1)).toBe(99)
  expect(paidPercent(75_000, 25_000)).toBe(75)
  expect(paidPercent(29, 171)).toBe(15)
  expect(paidPercent(5, 0)).toBe(100)
})

it('sorts activities newest first, and keeps daily attendance from crowding out the rest', () => {
  const activity = (type: Activity['type'], day: string, at = 0): Activity => ({
    id: `${type} ${day} ${at}`,
    type,
    day,
    at,
  })
  const days = ['2026-07-10', '2026-07-09', '2026-07-08', '2026-07-07', '2026-07-06']
  const all = [
    ...days.map((day) => activity('attendance', day)),
    activity('payment', '2026-07-09', 5),
    activity('exam', '2026-07-09', 9),
    ...['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'].map((day) => activity('event', day)),
  ]
  expect(newestActivities(all).map(({ id }) => id)).toEqual([
    'attendance 2026-07-10 0',
    'exam 2026-07-09 9',
    'payment 2026-07-09 5',
    'attendance 2026-07-09 0',
    'attendance 2026-07-08 0',
    'event 2026-05-04 0',
    'event 2026-05-03 0',
    'event 2026-05-02 0',
  ])
  const events = Array.from({ length: 9 }, (_, at) => activity('event', '2026-07-11', at))
  expect(newestActivities([...events, ...all]).map(({ id }) => id)).toEqual([
    ...[8, 7, 6, 5, 4, 3, 2].map((at) => `event 2026-07-11 ${at}`),
    'attendance 2026-07-10 0',
  ])
})
