import { execute, flag, inTransaction, number, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { comesOfAgeOn, isAdult } from '~/models/core/shared/coming-of-age'
import { done, refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { GuardianRelation } from './options'

const linkSelection = {
  id: number('k.id'),
  publicId: text('k.public_id'),
  guardianId: number('k.guardian_id'),
  name: text('g.name'),
  relation: wordOf<GuardianRelation>('k.relation'),
  maySee: flag('k.may_see'),
  mayPay: flag('k.may_pay'),
  isTold: flag('k.is_told'),
  isShutOut: flag('k.shut_out_at IS NOT NULL'),
}

const ofStudent = `FROM guardian_links k JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
  WHERE k.school_id = :schoolId AND k.student_id = :studentId ORDER BY k.position, k.id`

/** Guardians with rights for the student, their rights, and the day from which the student may block them. */
export async function findOwnGuardians({ schoolId, studentId }: StudentScope) {
  const [student, guardians] = await Promise.all([
    selectRow(
      { bornOn: text('s.date_of_birth') },
      'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId',
      { schoolId, studentId },
    ),
    selectRows(linkSelection, ofStudent, { schoolId, studentId }),
  ])
  const from = comesOfAgeOn(student?.bornOn ?? '')
  return { from, isAdult: from <= todayInIndia(new Date()), guardians }
}

/**
 * Blocks these guardians (by the links' public ids) and unblocks the other ones shown: blocked guardians see and pay
 * nothing, and are not notified. Does not change guardians added after the page was loaded. Refuses `not-adult` before
 * the 18th birthday, and `not-found` for a link that is not the student's.
 * @param shownLinkIds public ids of the links that the page showed
 */
export function blockGuardians(scope: StudentScope, publicIds: readonly string[], shownLinkIds: readonly string[]) {
  const { schoolId, studentId } = scope
  return inTransaction(async () => {
    const student = await selectRow(
      { bornOn: text('s.date_of_birth') },
      'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId FOR UPDATE',
      { schoolId, studentId },
    )
    if (!student || !isAdult(student.bornOn, todayInIndia(new Date()))) return refused('not-adult')
    const links = await selectRows(linkSelection, `${ofStudent} FOR UPDATE`, { schoolId, studentId })
    if (!publicIds.every((id) => links.some(({ publicId }) => publicId === id))) return refused('not-found')
    const changed = links.filter(({ publicId, isShutOut }) =>
      isShutOut ? shownLinkIds.includes(publicId) && !publicIds.includes(publicId) : publicIds.includes(publicId),
    )
    for (const { id, isShutOut } of changed) {
      await execute(
        `UPDATE guardian_links SET shut_out_at = ${isShutOut ? 'NULL' : 'UTC_TIMESTAMP(3)'}, updated_at = UTC_TIMESTAMP(3)
         WHERE school_id = :schoolId AND id = :id`,
        { schoolId, id },
      )
    }
    await recordAudits(
      scope,
      changed.map(({ guardianId, name, isShutOut }) => ({
        action: isShutOut ? 'guardian.let-in' : 'guardian.shut-out',
        subject: { kind: 'guardian', id: guardianId },
        details: { guardian: name },
      })),
    )
    return done({ changed: changed.length })
  })
}

/**
 * Runs in the caller's transaction: blocks new links to adult students who have blocked a guardian, until the student
 * unblocks them, so that a blocked guardian cannot return by a new link or as a new guardian.
 * @param linkIds public ids of the links
 */
export async function keepBlocked(schoolId: number, linkIds: readonly string[]): Promise<void> {
  await execute(
    `UPDATE guardian_links k
     JOIN (SELECT DISTINCT x.student_id FROM guardian_links x WHERE x.school_id = :schoolId AND x.shut_out_at IS NOT NULL) chose
       ON chose.student_id = k.student_id
     SET k.shut_out_at = UTC_TIMESTAMP(3) WHERE k.school_id = :schoolId AND k.public_id IN (:made) AND k.shut_out_at IS NULL`,
    { schoolId, made: linkIds },
  )
}
