import { number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type ClassKey, isRemovable, removable } from './field-classes'
import type { Hold } from './options'
import { findPlan, type Plan } from './years.server'

/** Reasons that exempt a student from removal for now: conditions on the row `s`. */
const holds: Record<Hold, string> = {
  note: 'EXISTS (SELECT 1 FROM retention_holds h WHERE h.student_id = s.id)',
  dues: 'EXISTS (SELECT 1 FROM dues d WHERE d.school_id = s.school_id AND d.student_id = s.id AND d.is_owed = 1)',
  // Grievances about the student, or from a guardian who did not name a child.
  grievance: `EXISTS (SELECT 1 FROM grievances w WHERE w.school_id = s.school_id AND w.state IN ('open', 'reopened')
    AND (w.student_id = s.id OR (w.student_id IS NULL AND w.guardian_id IN
      (SELECT l.guardian_id FROM guardian_links l WHERE l.school_id = s.school_id AND l.student_id = s.id))))`,
}

export const isHeld = `(${Object.values(holds).join(' OR ')})`
const heldBecause = `CASE ${Object.entries(holds)
  .map(([key, sql]) => `WHEN ${sql} THEN '${key}'`)
  .join(' ')} END`

/**
 * Students `s` who left on or before the day `until` and still have data of this field class; a student who returned
 * and left again is due again. Guards against a mistyped leaving date: it must also have been entered by `until`, and
 * no session of the student may end after `until`.
 */
export const isDue = (
  key: string,
  until: string,
) => `s.school_id = :schoolId AND s.status = 'left' AND s.left_on <= ${until} AND COALESCE(s.left_entered_on, s.left_on) <= ${until}
  AND NOT EXISTS (SELECT 1 FROM enrollments e JOIN academic_sessions y ON y.id = e.academic_session_id
    WHERE e.school_id = s.school_id AND e.student_id = s.id AND y.ends_on > ${until})
  AND NOT EXISTS (SELECT 1 FROM retention_removals r
    WHERE r.school_id = s.school_id AND r.student_id = s.id AND r.class_key = ${key} AND r.removed_on >= s.left_on)`

/** Admissions `t` rejected or withdrawn on or before a day and not yet removed. */
export const isDueAdmission = (until: string) => `t.school_id = :schoolId AND t.state IN ('rejected', 'withdrawn')
  AND t.decided_at < CONVERT_TZ(${until}, '+05:30', '+00:00') + INTERVAL 1 DAY
  AND NOT EXISTS (SELECT 1 FROM retention_removals r
    WHERE r.school_id = t.school_id AND r.admission_id = t.id AND r.class_key = 'admissions')`

export interface DueCount {
  key: ClassKey
  /** Students due for removal and not on hold; for the class `admissions`, also rejected and withdrawn admissions. */
  due: number
  held: number
}

/** Counts, by field class, the students whose data a run would remove today, and those on hold. */
export async function countDue(scope: SchoolScope, plan: Plan): Promise<DueCount[]> {
  const each = removable.map(
    ([key]) => `SELECT '${key}' AS class, COUNT(*) AS students, COALESCE(SUM(${isHeld}), 0) AS held FROM students s
      WHERE ${isDue(`'${key}'`, `:${key}`)}`,
  )
  const rejected = `SELECT 'admissions' AS class, COUNT(*) AS students, 0 AS held FROM admissions t WHERE ${isDueAdmission(':admissions')}`
  const rows = await selectRows(
    { key: text('c.class'), students: number('SUM(c.students)'), held: number('SUM(c.held)') },
    `FROM (${[...each, rejected].join(' UNION ALL ')}) c GROUP BY c.class`,
    { schoolId: scope.schoolId, ...plan },
  )
  const countsByClass = new Map(rows.map((row) => [row.key, row]))
  return removable.map(([key]) => {
    const { students = 0, held = 0 } = countsByClass.get(key) ?? {}
    return { key, due: students - held, held }
  })
}

const namesShown = 50

/** Date before any leaving date, for a field class that the last run did not plan, so that all its students are new. */
const beforeAll = '1000-01-01'

/**
 * Lists students due by `plan` but not by `before`: at most fifty names, and the count, so that a mistyped date is
 * noticed. Before the first run, and in a class that was not in the last plan, all students are new.
 */
export async function listNewlyDue(scope: SchoolScope, plan: Plan, before: Plan) {
  const keys = removable.map(([key]) => key).filter((key) => plan[key] !== undefined)
  if (keys.length === 0) return { count: 0, names: [] }
  const isNew = (key: ClassKey) =>
    `(${isDue(`'${key}'`, `:${key}`)} AND NOT ${isHeld}
      AND GREATEST(s.left_on, COALESCE(s.left_entered_on, s.left_on)) > :before_${key})`
  const fromClause = `FROM students s WHERE s.school_id = :schoolId AND s.status = 'left' AND (${keys.map(isNew).join(' OR ')})`
  const values = {
    schoolId: scope.schoolId,
    ...plan,
    ...Object.fromEntries(keys.map((key) => [`before_${key}`, before[key] ?? beforeAll])),
  }
  const [all, names] = await Promise.all([
    selectRows({ count: number('COUNT(*)') }, fromClause, values),
    selectRows(
      {
        publicId: text('s.public_id'),
        name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
        leftOn: text('s.left_on'),
      },
      `${fromClause} ORDER BY s.first_name, s.last_name, s.id LIMIT ${namesShown}`,
      values,
    ),
  ])
  return { count: all[0]?.count ?? 0, names }
}

/** Lists one page of the students due in one field class, also those on hold; those who left first come first. */
export async function listDue(scope: SchoolScope, query: FilteredQuery<'since', 'class'>) {
  const key = isRemovable(query.filters.class) ? query.filters.class : 'contact'
  const until = (await findPlan(scope))[key] ?? ''
  const rejected =
    key === 'admissions'
      ? ` UNION ALL SELECT t.id, NULL, NULL, TRIM(CONCAT(t.first_name, ' ', t.last_name)), DATE(CONVERT_TZ(t.decided_at, '+00:00', '+05:30')), NULL
          FROM admissions t WHERE ${isDueAdmission(':until')}`
      : ''
  return selectPage(
    {
      columns: {
        publicId: textOrNull('d.public_id'),
        number: textOrNull('d.number'),
        name: text('d.name'),
        // Day of leaving, rejection or withdrawal.
        since: text('d.since'),
        heldBecause: wordOf<Hold | null>('d.held'),
      },
      from: `(SELECT s.id, s.public_id, s.enrollment_number AS number, TRIM(CONCAT(s.first_name, ' ', s.last_name)) AS name, s.left_on AS since,
          ${heldBecause} AS held FROM students s WHERE ${isDue(':key', ':until')}${rejected}) d`,
      order: ['d.since', 'd.id'],
      values: { schoolId: scope.schoolId, key, until },
    },
    query,
  )
}
