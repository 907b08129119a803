import { inTransaction, number, selectRows, text } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import { findEventRules, isTold } from '../message-rules.server'
import { isToNobodySql, notifyFamily } from './tell-family.server'

/** Schools that notify families of dues automatically, and are not suspended. */
export async function listDuesNotifiers(_system: SystemScope): Promise<number[]> {
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

/** Days by which a notification may be late, if the worker did not run or the due was charged late. */
const daysLater = 2

/**
 * Notifies families of dues before and after their due date, on the days set by the school or up to two days later:
 * once per student and due date, however often it runs. `today` is the day in India.
 */
export async function notifyDues(scope: SchoolScope, today: string): Promise<void> {
  const rules = await findEventRules(scope)
  const days = [
    { event: 'due_soon', from: Math.max(0, rules.dueBeforeDays - daysLater), to: rules.dueBeforeDays },
    { event: 'overdue', from: -rules.overdueAfterDays - daysLater, to: -rules.overdueAfterDays },
  ] as const
  for (const { event, from, to } of days) {
    if (!isTold(rules, event)) continue
    const { schoolId } = scope
    // Excludes students already notified. A message without a recipient does not exclude them, because a guardian may
    // have been granted the right to be notified since.
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
      await inTransaction(() => notifyFamily(scope, { event, studentId, values, onceKey }))
    }
  }
}
