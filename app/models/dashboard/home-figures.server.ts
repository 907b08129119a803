import { number, selectRows, text } from '~/database/database.server'
import { yearStartsMonth } from '~/models/academics/queries.server'
import { summarizeMonths } from '~/models/ledger/collection-summary.server'
import { addMonths } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'

/** A month of this school year and the same one of the year before, in paise or as a count. */
export interface ComparedMonth {
  /** `2026-07` */
  month: string
  now: number
  before: number
}

/** What was collected in paise: today, and month by month of this school year beside the year before up to the same day. */
export async function compareCollections(scope: SchoolScope, today: string) {
  const [months, [day]] = await Promise.all([
    compareMonths(scope, today, async (from, to) => {
      return (await summarizeMonths(scope, from, to)).map(({ month, totalPaise }) => [month, totalPaise])
    }),
    summarizeMonths(scope, today, today),
  ])
  return { months, todayPaise: day?.totalPaise ?? 0 }
}

const received = { month: text("DATE_FORMAT(created_at + INTERVAL 330 MINUTE, '%Y-%m')"), count: number('COUNT(*)') }

/** How many applied for admission, month by month of this school year beside the year before up to the same day. */
export function compareAdmissions(scope: SchoolScope, today: string) {
  return compareMonths(scope, today, async (from, to) => {
    const rows = await selectRows(
      received,
      `FROM admissions WHERE school_id = :schoolId AND created_at >= TIMESTAMP(:from) - INTERVAL 330 MINUTE
         AND created_at < TIMESTAMP(:to) + INTERVAL 1 DAY - INTERVAL 330 MINUTE GROUP BY month`,
      { schoolId: scope.schoolId, from, to },
    )
    return rows.map(({ month, count }) => [month, count])
  })
}

type Counting = (from: string, to: string) => Promise<Array<[month: string, count: number]>>

async function compareMonths(scope: SchoolScope, today: string, count: Counting): Promise<ComparedMonth[]> {
  const begins = String(await yearStartsMonth(scope)).padStart(2, '0')
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < begins ? 1 : 0)
  const start = `${year}-${begins}-01`
  const lastYear = (day: string) => addMonths(day, -12)
  const [now, before] = await Promise.all([count(start, today), count(lastYear(start), lastYear(today))])
  const [ofNow, ofBefore] = [new Map(now), new Map(before)]
  const months: ComparedMonth[] = []
  for (let day = start; day <= today; day = addMonths(day, 1)) {
    const month = day.slice(0, 7)
    months.push({ month, now: ofNow.get(month) ?? 0, before: ofBefore.get(lastYear(day).slice(0, 7)) ?? 0 })
  }
  return months
}
