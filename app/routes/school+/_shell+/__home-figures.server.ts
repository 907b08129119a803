import { barGeometry } from '~/components/charts/bar-geometry.server'
import { listHref } from '~/components/school/list-href'
import { schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import type { ComparedMonth, compareYears } from '~/models/dashboard/home-figures.server'
import type { overdueByAge } from '~/models/ledger/defaulters.server'
import { formatMonth } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

type Found = Awaited<ReturnType<typeof compareYears<'collections' | 'admissions'>>> & {
  overdue: Awaited<ReturnType<typeof overdueByAge>> | null
}

const short = (paise: number) => formatPaise(paise, { style: 'short' })
const rupees = (amount: number) => short(Math.round(amount * 100))

/** What the home page shows of money and admissions, to those who may see it; each number with the list behind it. */
export function figuresOf({ collections, overdue, admissions }: Found) {
  const month = collections?.months.at(-1)
  const [all] = overdue ?? []
  return {
    tiles: [
      ...(collections && month
        ? [
            { label: 'Collected today', value: short(collections.today), href: schoolPaths.dayBook },
            {
              label: 'Collected this month',
              value: short(month.now),
              note: `Last year by this day ${short(month.before)}`,
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
      ...(collections?.months.some(moved)
        ? [chartOf('Collected', collections.months.map(inRupees), rupees, '₹', schoolPaths.collectionSummary)]
        : []),
      ...(admissions?.months.some(moved)
        ? [chartOf('Applications for admission', admissions.months, String, '', schoolPaths.admissions)]
        : []),
    ],
    ages:
      all && all.students > 0 && overdue
        ? overdue.map(({ days, students, paise }) => ({
            age: days === 0 ? 'In all' : `${days} days or more`,
            href: days === 0 ? schoolPaths.defaulters : listHref(schoolPaths.defaulters, { days }),
            students,
            amount: short(paise),
          }))
        : [],
  }
}

/** Months without anything are no chart. */
const moved = ({ now, before }: ComparedMonth) => now !== 0 || before !== 0

const inRupees = ({ month, now, before }: ComparedMonth): ComparedMonth => ({
  month,
  now: now / 100,
  before: before / 100,
})

function chartOf(
  title: string,
  months: readonly ComparedMonth[],
  textOf: (value: number) => string,
  unit: string,
  href: string,
) {
  const rows = months.map(({ month, now, before }) => ({
    label: formatMonth(month, 'en').split(' ')[0] ?? '',
    values: [now, before],
  }))
  return {
    title,
    href,
    geometry: barGeometry(rows, textOf, true),
    data: {
      labels: rows.map(({ label }) => label),
      series: ['This year', 'Last year'],
      values: [months.map(({ now }) => now), months.map(({ before }) => before)],
      unit,
      isSideBySide: true as const,
    },
    table: months.map(({ month, now, before }) => ({
      month: formatMonth(month, 'en'),
      now: textOf(now),
      before: textOf(before),
    })),
  }
}
