import { flag, number, selectRows, text } from '~/database/database.server'
import type { GuardianScope } from '~/models/core/shared/scope.server'

const child = {
  schoolId: number('k.school_id'),
  studentId: number('k.student_id'),
  guardianId: number('k.guardian_id'),
  publicId: text('s.public_id'),
  firstName: text('s.first_name'),
  lastName: text('s.last_name'),
  schoolPublicId: text('c.public_id'),
  schoolName: text('c.name'),
  maySee: flag('k.may_see'),
  mayPay: flag('k.may_pay'),
  isTold: flag('k.is_told'),
}

export type Child = Awaited<ReturnType<typeof listChildren>>[number]

/**
 * Children for whom the guardian has any right, of all schools that are not suspended; excludes adult students who
 * blocked the guardian.
 */
export function listChildren({ accountId }: GuardianScope) {
  return selectRows(
    child,
    `FROM family_guardians g JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND k.shut_out_at IS NULL
       AND (k.may_see = 1 OR k.may_pay = 1 OR k.is_told = 1)
     JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id AND s.status = 'active'
     JOIN schools c ON c.id = k.school_id AND c.suspended_at IS NULL
     WHERE g.account_id = :accountId ORDER BY c.name, k.school_id, s.date_of_birth, s.id`,
    { accountId },
  )
}
