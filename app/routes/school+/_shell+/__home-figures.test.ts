import { expect, it } from 'vitest'
import { figuresOf } from './__home-figures.server'

it('shows 0% for a day without a present student, no value for an unmarked day, and no Sundays', () => {
  const times = [
    { time: '2026-07-18', now: 0, before: null },
    { time: '2026-07-19', now: null, before: null },
    { time: '2026-07-20', now: null, before: 67 },
  ]
  const { charts } = figuresOf({ overdue: null, attendance: { today: 0, times } })
  expect(charts.map(({ title, table }) => [title, table])).toEqual([
    [
      'Attendance',
      [
        { time: 'Sat 18 Jul 2026', now: '0%', before: '–' },
        { time: 'Mon 20 Jul 2026', now: '–', before: '67%' },
      ],
    ],
  ])
})
