import { selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'

export interface SchoolHome {
  students: number
  classes: number
  sections: number
  sessions: number
  fees: number
  hasPaymentKeys: boolean
  currentSession: string | null
}

/** What the school's home page tells: counts, and what the first steps are computed from. */
export async function findSchoolHome(scope: SchoolScope): Promise<SchoolHome> {
  const row = await selectOne<Omit<SchoolHome, 'hasPaymentKeys'> & { hasPaymentKeys: number }>(
    `SELECT
       (SELECT COUNT(*) FROM students WHERE school_id = :schoolId AND status = 'active') AS students,
       (SELECT COUNT(*) FROM classes WHERE school_id = :schoolId) AS classes,
       (SELECT COUNT(*) FROM sections WHERE school_id = :schoolId) AS sections,
       (SELECT COUNT(*) FROM academic_sessions WHERE school_id = :schoolId) AS sessions,
       (SELECT COUNT(*) FROM fees WHERE school_id = :schoolId AND assigned_at IS NOT NULL) AS fees,
       EXISTS (SELECT 1 FROM school_settings WHERE school_id = :schoolId AND razorpay_key_id IS NOT NULL) AS hasPaymentKeys,
       (SELECT name FROM academic_sessions WHERE school_id = :schoolId AND is_current = 1) AS currentSession`,
    { schoolId: scope.schoolId },
  )
  if (!row) throw new Error('A SELECT without FROM answered nothing')
  return { ...row, hasPaymentKeys: row.hasPaymentKeys === 1 }
}
