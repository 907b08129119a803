import { execute, inTransaction, number, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { type ClassKey, removable } from './field-classes'
import { yearsBefore, yearsThatHold } from './rules'

export type YearsByClass = Partial<Record<ClassKey, number>>

/** Returns the effective years of every removable class at this school. */
export async function findYears({ schoolId }: SchoolScope | StudentScope): Promise<YearsByClass> {
  const rows = await selectRows(
    { key: text('class_key'), years: number('years') },
    'FROM retention_years WHERE school_id = :schoolId',
    { schoolId },
  )
  const ownYears = new Map(rows.map(({ key, years }) => [key, years]))
  return Object.fromEntries(removable.map(([key, { keep }]) => [key, yearsThatHold(keep, ownYears.get(key))]))
}

/** Cut-off day by field class, `YYYY-MM-DD`: data is due if the student left, or the decision was made, by then. */
export type Plan = Partial<Record<ClassKey, string>>

/** Plan of a run requested today (IST) with the school's effective years. */
export async function findPlan(scope: SchoolScope): Promise<Plan> {
  return planOf(await findYears(scope))
}

/**
 * Computes the cut-off day of each class from its years: data is due if the person left, or the admission was decided,
 * on or before that day.
 */
export function planOf(years: YearsByClass): Plan {
  const today = todayInIndia(new Date())
  return Object.fromEntries(Object.entries(years).map(([key, count]) => [key, yearsBefore(today, count)]))
}

/** Saves the school's own years; the schema enforces the legal minimum. A run requested earlier keeps its plan. */
export function saveYears(scope: SchoolScope, newYears: YearsByClass) {
  return inTransaction(async () => {
    const before = await findYears(scope)
    const changed = removable.filter(([key]) => newYears[key] !== undefined && newYears[key] !== before[key])
    for (const [key, { keep }] of changed) {
      const years = Math.max(newYears[key] ?? keep.usual, keep.least)
      await execute(
        `INSERT INTO retention_years (school_id, class_key, years, updated_at) VALUES (:schoolId, :key, :years, UTC_TIMESTAMP(3))
         ON DUPLICATE KEY UPDATE years = :years, updated_at = UTC_TIMESTAMP(3)`,
        { schoolId: scope.schoolId, key, years },
      )
    }
    const details = Object.fromEntries(changed.map(([key]) => [key, `${before[key] ?? ''} → ${newYears[key] ?? ''}`]))
    if (changed.length > 0)
      await recordAudit(scope, {
        action: 'retention.years-changed',
        subject: { kind: 'school', id: scope.schoolId },
        details,
      })
    return done()
  })
}
