import { inTransaction, number, selectRows, text } from '~/database/database.server'
import { addDays } from '~/models/shared/calendar'
import { isSchoolOpen } from '~/models/shared/school-open'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { findEventRules, isTold } from './message-rules.server'
import { isToNobodySql, tellFamily } from './tell-family.server'

/** Schools that tell families of their dues by themselves, and are not suspended. */
export async function listDuesTellers(_system: SystemScope): Promise<number[]> {
  const rows = await selectRows(
    { schoolId: number('r.school_id') },
    `FROM message_rules r WHERE (FIND_IN_SET('due_soon', r.events) OR FIND_IN_SET('overdue', r.events)) AND ${isSchoolOpen('r.school_id')}`,
  )
  return rows.map(({ schoolId }) => schoolId)
}

const owed = {
  studentId: number('d.student_id'),
  amountPaise: number('CAST(SUM(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise) AS SIGNED)'),
  dueOn: text('d.due_on'),
}

/** So many days later it is still told: a day on which no worker ran, or after which a due was raised, is made up for. */
const daysLater = 2

/**
 * Tells of what falls due in so many days, and of what fell due so many days ago and is still owed, as the school has set it or up to two days
 * later: once a student and due date, however often it is run. `today` is India's day.
 */
export async function tellDues(scope: SchoolScope, today: string): Promise<void> {
  const rules = await findEventRules(scope)
  const days = [
    { event: 'due_soon', from: Math.max(0, rules.dueBeforeDays - daysLater), to: rules.dueBeforeDays },
    { event: 'overdue', from: -rules.overdueAfterDays - daysLater, to: -rules.overdueAfterDays },
  ] as const
  for (const { event, from, to } of days) {
    if (!isTold(rules, event)) continue
    const { schoolId } = scope
    // Whose guardian has got the right to be told since is told yet.
    const rows = await selectRows(
      owed,
      `FROM dues d JOIN students s ON s.school_id = d.school_id AND s.id = d.student_id AND s.status = 'active'
       WHERE d.school_id = :schoolId AND d.is_owed = 1 AND d.due_on BETWEEN :first AND :last AND NOT EXISTS (SELECT 1 FROM outgoing_messages m
         WHERE m.school_id = d.school_id AND m.student_id = d.student_id AND m.event = :event
           AND LEFT(m.once_key, CHAR_LENGTH(CONCAT(:event, ':', d.due_on, ':'))) = CONCAT(:event, ':', d.due_on, ':') AND NOT ${isToNobodySql('m')})
       GROUP BY d.student_id, d.due_on ORDER BY d.student_id, d.due_on`,
      { schoolId, first: addDays(today, from), last: addDays(today, to), event },
    )
    for (const { studentId, amountPaise, dueOn } of rows) {
      const values = { amount: amountPaise, date: dueOn }
      const onceKey = `${event}:${dueOn}:${studentId}`
      await inTransaction(() => tellFamily(scope, { event, studentId, values, onceKey }))
    }
  }
}
