import { inTransaction } from '~/database/database.server'
import type { Language } from '~/language/language'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { bucketOf } from '~/models/people/accounts/sign-in/throttle.server'
import { findCrowdedName } from '~/models/people/students/queries.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { Admission } from '../tables.server'
import { attachDocuments, type NewDocument } from './admission-documents.server'
import type { RegistrationFields } from './admission-fields.server'
import { registrationsAnHour } from './admission-options'
import { findByFormKey, findSeat } from './save-admission.server'

export type RegisterRefusal = Extract<Awaited<ReturnType<typeof registerApplicant>>, { ok: false }>['reason']

/**
 * Counts one try to register from a network address, successful or not; false over the hourly limit. Called before the
 * form's files are read.
 */
export function mayTryToRegister(_scope: SchoolScope, address: string): Promise<boolean> {
  return takeQuota(bucketOf('register-try', address), registrationsAnHour.tries)
}

/**
 * Counts one try with files from a network address; false over the hourly limit. Registration without files stays
 * possible.
 */
export function mayBringFiles(_scope: SchoolScope, address: string): Promise<boolean> {
  return takeQuota(bucketOf('register-files', address), registrationsAnHour.withFiles)
}

/**
 * Registers a child: creates a pending admission with the chosen password. The child has an account, and can sign in,
 * only once the school accepts. The guard creates `scope` for the school. Idempotent by form key; refuses
 * `already-waiting` (a pending admission with the same name, birth date and mobile number) and `too-many` (in an hour,
 * from one network address or at one school).
 */
export async function registerApplicant(
  scope: SchoolScope,
  formKey: string,
  { password, ...applicant }: RegistrationFields,
  facts: { address: string; language: Language; documents: readonly NewDocument[] },
) {
  const again = await findByFormKey(scope, formKey)
  if (again) return done(again)
  const passwordHash = await hashPassword(password)
  const resolveDuplicate = async () => {
    const same = await findByFormKey(scope, formKey)
    return same ? done(same) : refused('already-waiting')
  }
  return inTransaction(
    async () => {
      // Registers for the current session; the office may accept into another one.
      const current = (await sessionChoices(scope)).find((session) => session.isCurrent)
      const seat = await findSeat(scope, { class: applicant.class, academic_session: current?.publicId ?? null })
      if (!seat.ok) return refused('no-such-class')
      const { email, mobile_number: mobileNumber } = applicant
      const crowded = await findCrowdedName(scope, { email, mobileNumber, exceptStudentId: null }, 'admissions')
      if (crowded) return refused('crowded')
      const admission = await Admission.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        origin: 'online',
        formKey,
        passwordHash,
        language: facts.language,
        ...applicant,
        rte: false,
        ...seat.value,
      })
      if (!(await attachDocuments(scope, admission.id, facts.documents))) return refused('documents-gone')
      await recordAudit(scope, { action: 'admission.registered', subject: { kind: 'admission', id: admission.id } })
      // Counts last, so that a refused form uses up no quota; over the limit everything is rolled back.
      const { address, school } = registrationsAnHour
      const hasRoom =
        (await takeQuota(bucketOf('register', facts.address), address, 3600)) &&
        (await takeQuota(`register-at:${scope.schoolId}`, school, 3600))
      if (!hasRoom) return refused('too-many')
      return done(admission.publicId)
    },
    { admissions_form_key: resolveDuplicate, admissions_one_pending: resolveDuplicate },
  )
}
