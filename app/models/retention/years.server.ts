import { execute, inTransaction, select } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { type ClassKey, removable } from './field-classes'
import { yearsBefore, yearsThatHold } from './rules'

export type YearsByClass = Partial<Record<ClassKey, number>>

/** Years of every class that is removed, as they hold at this school. */
export async function findYears({ schoolId }: SchoolScope | StudentScope): Promise<YearsByClass> {
  const rows = await select<{ key: string; years: number }>(
    'SELECT class_key AS `key`, years FROM retention_years WHERE school_id = :schoolId',
    { schoolId },
  )
  const own = new Map(rows.map(({ key, years }) => [key, years]))
  return Object.fromEntries(removable.map(([key, { keep }]) => [key, yearsThatHold(keep, own.get(key))]))
}

/** By class the last day of leaving, or of decision, whose data has had its time today: `YYYY-MM-DD`. */
export type Plan = Partial<Record<ClassKey, string>>

/** The plan of today (India's day) by the years that hold at the school: what would be removed if a run were asked for now. */
export async function findPlan(scope: SchoolScope): Promise<Plan> {
  return planOf(await findYears(scope))
}

/** The same of years that are given, by class: whoever left, or was decided about, on that day or before has had that class's time. */
export function planOf(years: YearsByClass): Plan {
  const today = todayInIndia(new Date())
  return Object.fromEntries(Object.entries(years).map(([key, count]) => [key, yearsBefore(today, count)]))
}

/** Sets the school's own years; the schema has seen to it that none is under the legal least. A run that was asked for before keeps its own days. */
export function saveYears(scope: SchoolScope, typed: YearsByClass) {
  return inTransaction(async () => {
    const before = await findYears(scope)
    const changed = removable.filter(([key]) => typed[key] !== undefined && typed[key] !== before[key])
    for (const [key, { keep }] of changed) {
      const years = Math.max(typed[key] ?? keep.usual, keep.least)
      await execute(
        `INSERT INTO retention_years (school_id, class_key, years, updated_at) VALUES (:schoolId, :key, :years, UTC_TIMESTAMP(3))
         ON DUPLICATE KEY UPDATE years = :years, updated_at = UTC_TIMESTAMP(3)`,
        { schoolId: scope.schoolId, key, years },
      )
    }
    const details = Object.fromEntries(changed.map(([key]) => [key, `${before[key] ?? ''} → ${typed[key] ?? ''}`]))
    if (changed.length > 0)
      await recordAudit(scope, {
        action: 'retention.years-changed',
        subject: { kind: 'school', id: scope.schoolId },
        details,
      })
    return done()
  })
}
