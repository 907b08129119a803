import { execute, flag, inTransaction, lockRows, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'

/** Obstacles to undoing, the most serious first. */
export const undoObstacles = ['marks', 'attendance', 'payments', 'concessions', 'promoted-further', 'changed'] as const
export type UndoObstacle = (typeof undoObstacles)[number]

const no = (reason: UndoObstacle, names: string[] = []) => ({ ok: false, reason, names }) as const

/**
 * Undoes a promotion: its enrollments, seats, new dues and withdrawals; all rows are then as before. Refuses when the
 * new session has marks or attendance, a new due has a payment or concession, or an enrollment or student was changed
 * since, and names the students. Idempotent.
 */
export function undoPromotion(scope: SchoolScope, publicId: string) {
  return inTransaction(() => undo(scope, publicId), {
    attendance_enrollment: async () => no('attendance'),
    attendance_months_enrollment: async () => no('attendance'),
    exam_marks_enrollment: async () => no('marks'),
    quiz_attempts_enrollment: async () => no('marks'),
    report_entries_enrollment: async () => no('marks'),
    report_cards_enrollment: async () => no('marks'),
    report_card_withdrawals_enrollment: async () => no('marks'),
    payment_lines_due: async () => no('payments'),
  })
}

async function undo(scope: SchoolScope, publicId: string) {
  const values = { schoolId: scope.schoolId, publicId }
  const target = await selectRow(
    { id: number('id'), toSessionId: number('to_session_id') },
    'FROM promotions WHERE school_id = :schoolId AND public_id = :publicId',
    values,
  )
  if (!target) return refused('not-found')
  // Locks in the same order as a promotion: session, promotion, students.
  await lockRows('FROM academic_sessions WHERE school_id = :schoolId AND id = :id', {
    schoolId: scope.schoolId,
    id: target.toSessionId,
  })
  const promotion = await selectRow(
    { isUndone: flag('undone_at IS NOT NULL') },
    'FROM promotions WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE',
    values,
  )
  if (promotion?.isUndone) return done()
  const students = await selectRows(
    { id: number('student_id') },
    'FROM promotion_rows WHERE promotion_id = :id AND school_id = :schoolId',
    { id: target.id, schoolId: scope.schoolId },
  )
  await lockLedgers(
    scope,
    students.map((one) => one.id),
  )
  const obstacle = await undoObstacle(scope, target.id)
  if (obstacle) return no(obstacle.reason, obstacle.names)
  await takeBack(scope, target.id)
  await recordAudit(scope, {
    action: 'promotion.undone',
    subject: { kind: 'promotion', id: target.id },
    details: { students: students.length },
  })
  return done()
}

/** Dues that the promotion's enrollments caused: for fees of the new class and session, created since the promotion. */
const newDues = `promotion_rows r
  JOIN promotions p ON p.id = r.promotion_id
  JOIN enrollments n ON n.id = r.to_enrollment_id
  JOIN fees f ON f.school_id = n.school_id AND f.academic_session_id = n.academic_session_id AND f.class_id = n.class_id
  JOIN fee_instalments i ON i.fee_id = f.id
  JOIN dues d ON d.school_id = r.school_id AND d.student_id = r.student_id AND d.kind = 'fee' AND d.source_id = i.id
    AND d.created_at >= p.created_at`

const promotedEnrollments = `promotion_rows r
  JOIN promotions p ON p.id = r.promotion_id
  JOIN enrollments n ON n.id = r.to_enrollment_id`

const obstacleQueries: Record<UndoObstacle, string> = {
  marks: `${promotedEnrollments} JOIN exam_marks x ON x.enrollment_id = n.id WHERE r.promotion_id = :id`,
  attendance: `${promotedEnrollments} WHERE r.promotion_id = :id
    AND (EXISTS (SELECT 1 FROM attendance x WHERE x.enrollment_id = n.id)
      OR EXISTS (SELECT 1 FROM attendance_months x WHERE x.enrollment_id = n.id))`,
  // A failed payment attempt (its line is void) does not count as a payment.
  payments: `${newDues} JOIN payment_lines x ON x.due_id = d.id AND x.state <> 'void' WHERE r.promotion_id = :id`,
  concessions: `${newDues} LEFT JOIN due_concessions dc ON dc.due_id = d.id
    LEFT JOIN concessions k ON k.id = dc.concession_id AND k.created_at >= p.created_at
    WHERE r.promotion_id = :id AND (k.id IS NOT NULL OR d.fine_waived_at IS NOT NULL OR d.state = 'cancelled')`,
  'promoted-further': `promotion_rows r JOIN promotion_rows x ON x.from_enrollment_id = r.to_enrollment_id
    JOIN promotions y ON y.id = x.promotion_id AND y.undone_at IS NULL WHERE r.promotion_id = :id`,
  changed: `promotion_rows r
    JOIN students c ON c.id = r.student_id
    LEFT JOIN enrollments n ON n.id = r.to_enrollment_id
    WHERE r.promotion_id = :id AND (n.updated_at > n.created_at
      OR (r.before_version IS NOT NULL AND (c.status <> 'left' OR c.version <> r.before_version + 1)))`,
}

/** Finds the first obstacle, with up to ten names of affected students; null when the promotion can be undone. */
export async function undoObstacle(scope: SchoolScope, promotionId: number) {
  const rows = await selectRows(
    { place: number('o.place'), name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))") },
    `FROM (
       ${undoObstacles.map((one, index) => `SELECT ${index} AS place, r.student_id AS student FROM ${obstacleQueries[one]}`).join(' UNION ')}
     ) o JOIN students s ON s.school_id = :schoolId AND s.id = o.student ORDER BY o.place, name LIMIT 500`,
    { id: promotionId, schoolId: scope.schoolId },
  )
  const reason = undoObstacles[rows[0]?.place ?? -1]
  if (!reason) return null
  const names = rows.flatMap(({ place, name }) => (place === rows[0]?.place ? [name] : []))
  return { reason, names: names.slice(0, 10) }
}

async function takeBack(scope: SchoolScope, id: number): Promise<void> {
  const values = { id, schoolId: scope.schoolId, by: scope.actor.name }
  const fromClause = `FROM ${newDues} WHERE r.promotion_id = :id GROUP BY d.id`
  const dues = await selectRows({ id: number('d.id') }, fromClause, values)
  if (dues.length > 0) {
    const ids = dues.map((due) => due.id)
    // If the bank confirms a failed attempt later, its money has no due and is excess, which the office refunds.
    await execute("DELETE FROM payment_lines WHERE school_id = :schoolId AND due_id IN (:ids) AND state = 'void'", {
      ...values,
      ids,
    })
    await execute('DELETE FROM dues WHERE school_id = :schoolId AND id IN (:ids)', { ...values, ids })
  }
  await execute(
    `UPDATE section_seats t JOIN (
       SELECT n.section_id, n.academic_session_id, COUNT(*) AS seats FROM ${promotedEnrollments}
       WHERE r.promotion_id = :id AND n.status = 'studying' GROUP BY n.section_id, n.academic_session_id
     ) own ON own.section_id = t.section_id AND own.academic_session_id = t.academic_session_id
     SET t.taken = t.taken - own.seats WHERE t.school_id = :schoolId`,
    values,
  )
  await execute(
    `DELETE t FROM section_seats t
     JOIN promotions p ON p.id = :id AND p.to_session_id = t.academic_session_id
     JOIN promotion_seats made ON made.promotion_id = p.id AND made.section_id = t.section_id
     WHERE t.school_id = :schoolId AND t.taken = 0`,
    values,
  )
  const newEnrollments = await selectRows(
    { id: number('to_enrollment_id') },
    'FROM promotion_rows WHERE promotion_id = :id AND to_enrollment_id IS NOT NULL',
    values,
  )
  if (newEnrollments.length > 0) {
    const ids = newEnrollments.map((one) => one.id)
    await execute('DELETE FROM enrollments WHERE school_id = :schoolId AND id IN (:ids)', { ...values, ids })
  }
  await execute(
    `UPDATE students s JOIN promotion_rows r ON r.promotion_id = :id AND r.student_id = s.id AND r.before_version IS NOT NULL
     SET s.status = r.before_status, s.left_on = NULL, s.left_entered_on = NULL, s.leaving_reason = NULL, s.version = r.before_version,
       s.updated_at = r.before_updated_at
     WHERE s.school_id = :schoolId`,
    values,
  )
  await execute(
    'UPDATE promotions SET undone_at = UTC_TIMESTAMP(3), undone_by = :by WHERE school_id = :schoolId AND id = :id',
    values,
  )
}
