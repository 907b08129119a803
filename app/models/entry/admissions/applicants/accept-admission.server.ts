import { execute, inTransaction, selectRow, text } from '~/database/database.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { enrollRefusals } from '~/models/people/academics/enroll.server'
import { admitNewcomer } from '../admit-newcomer.server'
import { Admission, type AdmissionRow } from '../tables.server'
import type { AcceptanceFields } from './acceptance-fields'
import { handOverDocuments } from './admission-documents.server'
import { mailAcceptance } from './admission-mail.server'

/**
 * Turns a pending admission into a student, all or nothing: student, account, seat and enrollment, documents, dues of
 * the class's fees, and a mail on how to sign in. An online applicant keeps the chosen password; for others the date of
 * birth activates the account. Returns the student; accepting again with the same numbers returns the same student.
 */
export function acceptAdmission(scope: SchoolScope, publicId: string, fields: AcceptanceFields) {
  return inTransaction(
    async () => {
      const admission = await lockThing(Admission, scope, publicId)
      if (!admission) return refused('not-found')
      if (admission.state !== 'pending') {
        const same = await findAccepted(scope, admission, fields.enrollment_number)
        return same ? done(same) : refused('decided')
      }
      const admitted = await admitNewcomer(scope, { ...admission, ...fields })
      if (!admitted.ok) return admitted
      const { student, place, details } = admitted.value
      await openAccountOf(scope, student.id, admission)
      await handOverDocuments(scope, admission.id, student.id)
      await Admission.update(
        {
          state: 'accepted',
          studentId: student.id,
          passwordHash: null,
          decidedBy: scope.actor.id,
          decidedAt: new Date(),
        },
        { where: { id: admission.id, schoolId: scope.schoolId } },
      )
      await recordAudit(scope, {
        action: 'admission.accepted',
        subject: { kind: 'admission', id: admission.id },
        details,
      })
      await recordAudit(scope, { action: 'student.created', subject: { kind: 'student', id: student.id }, details })
      await mailAcceptance(scope, admission, place)
      return done(student.publicId)
    },
    {
      ...enrollRefusals,
      students_enrollment_number: 'enrollment-number-taken',
      academic_infos_admission_number: 'admission-number-taken',
    },
  )
}

/** Finds the student whom a first submission of the form already created with the same enrollment number. */
async function findAccepted(scope: SchoolScope, admission: AdmissionRow, enrollmentNumber: string) {
  const student = await selectRow(
    { publicId: text('public_id') },
    'FROM students WHERE school_id = :schoolId AND id = :studentId AND enrollment_number = :enrollmentNumber',
    { schoolId: scope.schoolId, studentId: admission.studentId, enrollmentNumber },
  )
  return student?.publicId ?? null
}

/** Sets the account's language to the family's, and its password to the one chosen online, if any. */
async function openAccountOf(scope: SchoolScope, studentId: number, admission: AdmissionRow): Promise<void> {
  await execute(
    `UPDATE students SET language = :language, password_hash = :hash,
       password_changed_at = IF(:hash IS NULL, NULL, UTC_TIMESTAMP(3))
     WHERE school_id = :schoolId AND id = :studentId`,
    { schoolId: scope.schoolId, studentId, language: admission.language, hash: admission.passwordHash },
  )
}
