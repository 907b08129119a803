import { number, selectRows, text } from '~/database/database.server'
import { addDays, addMonths } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { movedByDaySql } from '~/models/money/ledger/books/movements.server'

/**
 * Figure for a month of this school year, or for one of the last seven days, and for the same period a year earlier. In
 * paise, as a count or in percent.
 */
export interface Compared {
  /** `2026-07`, or `2026-07-20` for a day */
  time: string
  /** Null without marked attendance. */
  now: number | null
  before: number | null
}

/** Days back to the same weekday a year ago: 52 weeks. */
const weeksOfYear = 364
const daysShown = 7

const monthOf = (day: string) => `DATE_FORMAT(${day}, '%Y-%m')`
const compared = (day: string) => `(${day} >= :start OR ${day} <= :until)`

/**
 * SQL of each figure: time, amount, and the part of the amount from today. Collections are paise received minus
 * refunds, admissions a count, and attendance the percentage of each marked day: late counts as present, half a day as
 * half.
 */
const figures = {
  collections: `SELECT 'collections' AS what, ${monthOf('m.day')} AS time, SUM(m.paise) AS amount, SUM(IF(m.day = :to, m.paise, 0)) AS today
    FROM (${movedByDaySql()}) m WHERE ${compared('m.day')} GROUP BY time`,
  admissions: `SELECT 'admissions' AS what, ${monthOf('a.day')} AS time, COUNT(*) AS amount, SUM(a.day = :to) AS today
    FROM (SELECT DATE(created_at + INTERVAL 330 MINUTE) AS day FROM admissions
      WHERE school_id = :schoolId AND created_at >= TIMESTAMP(:from) - INTERVAL 330 MINUTE
        AND created_at < TIMESTAMP(:to) + INTERVAL 1 DAY - INTERVAL 330 MINUTE) a WHERE ${compared('a.day')} GROUP BY time`,
  attendance: `SELECT 'attendance' AS what, DATE_FORMAT(held_on, '%Y-%m-%d') AS time,
      (SUM(CASE status WHEN 'present' THEN 200 WHEN 'late' THEN 200 WHEN 'half_day' THEN 100 ELSE 0 END) + COUNT(*))
        DIV (2 * COUNT(*)) AS amount, 0 AS today
    FROM attendance WHERE school_id = :schoolId
      AND (held_on BETWEEN :weekFrom AND :to OR held_on BETWEEN :weekBefore AND :dayBefore) GROUP BY held_on`,
}

const figure = {
  what: text('x.what'),
  time: text('x.time'),
  amount: number('CAST(x.amount AS SIGNED)'),
  today: number('CAST(x.today AS SIGNED)'),
}

/**
 * Compares the requested figures with the previous year; `today` is India's day. Collections (paise) and admissions:
 * the figure of today, and one for each month so far of the school year, which begins in the month `yearStarts` (1 to
 * 12); the previous year counts up to the same day. Attendance: percent for each of the last seven days and for the
 * same weekdays a year ago.
 */
export async function compareYears<What extends keyof typeof figures>(
  { schoolId }: SchoolScope,
  { today, yearStarts, of }: { today: string; yearStarts: number; of: readonly What[] },
): Promise<Partial<Record<What, { today: number; times: Compared[] }>>> {
  if (of.length === 0) return {}
  const begins = String(yearStarts).padStart(2, '0')
  const start = `${Number(today.slice(0, 4)) - (today.slice(5, 7) < begins ? 1 : 0)}-${begins}-01`
  const lastYear = (day: string) => addMonths(day, -12)
  const yearAgo = (day: string) => addDays(day, -weeksOfYear)
  const weekFrom = addDays(today, 1 - daysShown)
  const rows = await selectRows(figure, `FROM (${of.map((kind) => figures[kind]).join(' UNION ALL ')}) x`, {
    schoolId,
    from: lastYear(start),
    until: lastYear(today),
    start,
    to: today,
    weekFrom,
    weekBefore: yearAgo(weekFrom),
    dayBefore: yearAgo(today),
  })
  const rowsByTime = new Map(rows.map((row) => [`${row.what} ${row.time}`, row]))
  const compare = (kind: What) => {
    const unmarked = kind === 'attendance' ? null : 0
    const amountOf = (time: string) => rowsByTime.get(`${kind} ${time}`)?.amount ?? unmarked
    const times: Compared[] = []
    if (kind === 'attendance')
      for (let day = weekFrom; day <= today; day = addDays(day, 1))
        times.push({ time: day, now: amountOf(day), before: amountOf(yearAgo(day)) })
    else
      for (let day = start; day <= today; day = addMonths(day, 1))
        times.push({
          time: day.slice(0, 7),
          now: amountOf(day.slice(0, 7)),
          before: amountOf(lastYear(day).slice(0, 7)),
        })
    return { today: rowsByTime.get(`${kind} ${today.slice(0, 7)}`)?.today ?? 0, times }
  }
  return Object.fromEntries(of.map((kind) => [kind, compare(kind)])) as Partial<
    Record<What, ReturnType<typeof compare>>
  >
}
