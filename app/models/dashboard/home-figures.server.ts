import { number, selectRows, text } from '~/database/database.server'
import { movementsSql } from '~/models/ledger/movements.server'
import { addMonths } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'

/** A month of this school year and the same one of the year before, in paise or as a count. */
export interface ComparedMonth {
  /** `2026-07` */
  month: string
  now: number
  before: number
}

/** Each with the day of India and how much of it: paise that came in or went out again, applications one by one. */
const compared = {
  collections: `SELECT 'collections' AS what, DATE(m.at + INTERVAL 330 MINUTE) AS day, m.paise AS amount FROM (${movementsSql()}) m`,
  admissions: `SELECT 'admissions' AS what, DATE(created_at + INTERVAL 330 MINUTE) AS day, 1 AS amount FROM admissions
    WHERE school_id = :schoolId AND created_at >= TIMESTAMP(:from) - INTERVAL 330 MINUTE
      AND created_at < TIMESTAMP(:to) + INTERVAL 1 DAY - INTERVAL 330 MINUTE`,
}

const sum = {
  what: text('x.what'),
  month: text("DATE_FORMAT(x.day, '%Y-%m')"),
  amount: number('CAST(SUM(x.amount) AS SIGNED)'),
  today: number('CAST(SUM(IF(x.day = :to, x.amount, 0)) AS SIGNED)'),
}

/**
 * What was collected (in paise) and how many applied for admission, as far as it is asked for: today, and month by month of the school year
 * that began in the month `yearStarts` beside the year before up to the same day. `today` is India's day.
 */
export async function compareYears<What extends keyof typeof compared>(
  { schoolId }: SchoolScope,
  { today, yearStarts, of }: { today: string; yearStarts: number; of: readonly What[] },
): Promise<Partial<Record<What, { today: number; months: ComparedMonth[] }>>> {
  if (of.length === 0) return {}
  const begins = String(yearStarts).padStart(2, '0')
  const start = `${Number(today.slice(0, 4)) - (today.slice(5, 7) < begins ? 1 : 0)}-${begins}-01`
  const lastYear = (day: string) => addMonths(day, -12)
  const rows = await selectRows(
    sum,
    `FROM (${of.map((what) => compared[what]).join(' UNION ALL ')}) x
     WHERE x.day >= :start OR x.day <= :until GROUP BY x.what, month`,
    { schoolId, from: lastYear(start), until: lastYear(today), start, to: today },
  )
  const found = new Map(rows.map((row) => [`${row.what} ${row.month}`, row]))
  const compare = (what: What) => {
    const months: ComparedMonth[] = []
    for (let day = start; day <= today; day = addMonths(day, 1)) {
      const of = (day: string) => found.get(`${what} ${day.slice(0, 7)}`)?.amount ?? 0
      months.push({ month: day.slice(0, 7), now: of(day), before: of(lastYear(day)) })
    }
    return { today: found.get(`${what} ${today.slice(0, 7)}`)?.today ?? 0, months }
  }
  return Object.fromEntries(of.map((what) => [what, compare(what)])) as Partial<
    Record<What, ReturnType<typeof compare>>
  >
}
