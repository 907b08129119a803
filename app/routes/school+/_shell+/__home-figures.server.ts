import { barGeometry } from '~/components/charts/bar-geometry.server'
import { listHref } from '~/components/school/list-href'
import { schoolPaths } from '~/http/school-paths'
import { formatDay, formatMonth } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import type { Compared, compareYears } from '~/models/entry/dashboard/home-figures.server'
import { dayNames } from '~/models/learning/timetable/options'
import { weekdayOf } from '~/models/learning/timetable/rules'
import type { overdueByAge } from '~/models/money/ledger/counter/defaulters.server'

type Found = Awaited<ReturnType<typeof compareYears<'collections' | 'admissions' | 'attendance'>>> & {
  overdue: Awaited<ReturnType<typeof overdueByAge>> | null
}

const short = (paise: number | null) => formatPaise(paise ?? 0, { style: 'short' })
const rupees = (amount: number) => short(Math.round(amount * 100))

/** Figures of the home page about money, attendance and admissions, by permission; each links to its list. */
export function figuresOf({ collections, overdue, admissions, attendance }: Found) {
  const month = collections?.times.at(-1)
  const [all] = overdue ?? []
  return {
    tiles: [
      ...(collections && month
        ? [
            { label: 'Collected today', value: short(collections.today), href: schoolPaths.dayBook },
            {
              label: 'Collected this month',
              value: short(month.now),
              note: `Same day last year: ${short(month.before)}`,
              href: schoolPaths.collectionSummary,
            },
          ]
        : []),
      ...(all
        ? [
            {
              label: 'Overdue',
              value: short(all.paise),
              note: counted(all.students, 'student'),
              href: schoolPaths.defaulters,
            },
          ]
        : []),
    ],
    charts: [
      ...(collections?.times.some(moved)
        ? [chartOf('Collected', collections.times.map(inRupees), rupees, '₹', schoolPaths.collectionSummary)]
        : []),
      // Leaves out days that have no attendance in either year, such as Sundays.
      ...(attendance?.times.some(marked)
        ? [chartOf('Attendance', attendance.times.filter(marked), (share) => `${share}%`, '', schoolPaths.attendance)]
        : []),
      ...(admissions?.times.some(moved)
        ? [chartOf('Applications for admission', admissions.times, String, '', schoolPaths.admissions)]
        : []),
    ],
    ages:
      all && all.students > 0 && overdue
        ? overdue.map(({ days, students, paise }) => ({
            age: days === 0 ? 'Total' : `${days} days or more`,
            href: days === 0 ? schoolPaths.defaulters : listHref(schoolPaths.defaulters, { days }),
            students,
            amount: short(paise),
          }))
        : [],
  }
}

/** True for a month with data in either year. */
const moved = ({ now, before }: Compared) => now !== 0 || before !== 0

const marked = ({ now, before }: Compared) => now !== null || before !== null

const inRupees = ({ time, now, before }: Compared): Compared => ({
  time,
  now: (now ?? 0) / 100,
  before: (before ?? 0) / 100,
})

/** Label of a month (`2026-07`) or a day (`2026-07-20`): short below a bar, full in the table. */
function namesOf(time: string): { label: string; full: string } {
  if (time.length === 7) {
    const full = formatMonth(time, 'en')
    return { label: full.split(' ')[0] ?? '', full }
  }
  const weekday = weekdayOf(time)
  const label = weekday === null ? 'Sun' : dayNames[weekday].slice(0, 3)
  return { label, full: `${label} ${formatDay(time, 'en')}` }
}

function chartOf(
  title: string,
  times: readonly Compared[],
  textOf: (value: number) => string,
  unit: string,
  href: string,
) {
  const rows = times.map(({ time, now, before }) => ({ ...namesOf(time), values: [now ?? 0, before ?? 0] }))
  const cell = (value: number | null) => (value === null ? '–' : textOf(value))
  return {
    title,
    href,
    each: times[0]?.time.length === 7 ? 'month' : 'day',
    geometry: barGeometry(rows, textOf, true),
    data: {
      labels: rows.map(({ label }) => label),
      series: ['This year', 'Last year'],
      values: [0, 1].map((series) => rows.map(({ values }) => values[series] ?? 0)),
      unit,
      isSideBySide: true as const,
    },
    table: times.map(({ time, now, before }) => ({ time: namesOf(time).full, now: cell(now), before: cell(before) })),
  }
}
