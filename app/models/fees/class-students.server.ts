import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { FeePlan } from './queries.server'

/** Somebody who may be chosen for a fee. */
export interface ClassStudent {
  id: number
  publicId: string
  name: string
  sectionName: string
  rollNumber: number | null
  /** Owes no fees. */
  rte: boolean
  /** Has dues of the fee. */
  owes: boolean
  /** Money has come for it or is on its way. */
  hasPayments: boolean
}

type Flags = 'rte' | 'owes' | 'hasPayments'

/** Active students of a fee's class and session, by section and roll number, with what the fee is to each. */
export async function listClassStudents(scope: SchoolScope, plan: FeePlan): Promise<ClassStudent[]> {
  const rows = await select<Omit<ClassStudent, Flags> & Record<Flags, number>>(
    `SELECT s.id, s.public_id AS publicId, CONCAT(s.first_name, ' ', s.last_name) AS name, se.name AS sectionName,
       e.roll_number AS rollNumber, s.rte, o.studentId IS NOT NULL AS owes, COALESCE(o.hasPayments, 0) AS hasPayments
     FROM enrollments e JOIN students s ON s.id = e.student_id JOIN sections se ON se.id = e.section_id
     LEFT JOIN (SELECT d.student_id AS studentId, MAX(l.id IS NOT NULL) AS hasPayments
                FROM fee_instalments i JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id AND d.school_id = :schoolId
                LEFT JOIN payment_lines l ON l.due_id = d.id
                WHERE i.fee_id = :feeId GROUP BY d.student_id) o ON o.studentId = s.id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :academicSessionId AND e.class_id = :classId
       AND e.status = 'studying' AND s.status = 'active'
     ORDER BY se.name, e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, s.id`,
    {
      schoolId: scope.schoolId,
      feeId: plan.id,
      academicSessionId: plan.academicSessionId,
      classId: plan.classId,
    },
  )
  return rows.map((row) => ({
    ...row,
    rte: row.rte === 1,
    owes: row.owes === 1,
    hasPayments: Number(row.hasPayments) === 1,
  }))
}
