import { selectOne } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { StudentStatus } from './status-options'

/** How a student stands with the school and with the portal. */
export interface StudentRecord {
  id: number
  publicId: string
  firstName: string
  lastName: string
  status: StudentStatus
  /** YYYY-MM-DD; null unless the student left. */
  leftOn: string | null
  leavingReason: string | null
  /** False until the student has chosen a password: the date of birth is the first one. */
  hasPassword: boolean
  rte: boolean
}

/** A student's standing; with `lock` nobody else changes it before the transaction ends. */
export async function findStudentRecord(scope: SchoolScope, publicId: string, { lock = false } = {}) {
  const row = await selectOne<Omit<StudentRecord, 'hasPassword' | 'rte'> & { hasPassword: number; rte: number }>(
    `SELECT id, public_id AS publicId, first_name AS firstName, last_name AS lastName, status, left_on AS leftOn,
       leaving_reason AS leavingReason, password_hash IS NOT NULL AS hasPassword, rte
     FROM students WHERE school_id = :schoolId AND public_id = :publicId ${lock ? 'FOR UPDATE' : ''}`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, hasPassword: row.hasPassword === 1, rte: row.rte === 1 }
}
