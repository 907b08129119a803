import { execute, inTransaction, selectRow, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'

export function findHold({ schoolId }: SchoolScope, studentId: number) {
  return selectRow(
    { reason: text('t.reason'), by: text('t.held_by_name'), on: text('t.held_on') },
    'FROM retention_holds t WHERE t.school_id = :schoolId AND t.student_id = :studentId',
    { schoolId, studentId },
  )
}

/** Exempts the student from retention (with a reason), or ends the hold (null). */
export function setHold(scope: SchoolScope, student: { id: number }, reason: string | null) {
  const values = { schoolId: scope.schoolId, studentId: student.id }
  return inTransaction(async () => {
    if (reason === null)
      await execute('DELETE FROM retention_holds WHERE school_id = :schoolId AND student_id = :studentId', values)
    else
      await execute(
        `INSERT INTO retention_holds (student_id, school_id, reason, held_by_name, held_on)
         VALUES (:studentId, :schoolId, :reason, :name, :today)
         ON DUPLICATE KEY UPDATE reason = VALUES(reason), held_by_name = VALUES(held_by_name), held_on = VALUES(held_on)`,
        { ...values, reason, name: scope.actor.name, today: todayInIndia(new Date()) },
      )
    const action = reason === null ? 'retention.hold-ended' : 'retention.held'
    await recordAudit(scope, { action, subject: { kind: 'student', id: student.id } })
    return done()
  })
}
