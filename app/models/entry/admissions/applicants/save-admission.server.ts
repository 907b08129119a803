import { inTransaction, selectRow, text } from '~/database/database.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findClass, findSession } from '~/models/people/academics/queries.server'
import { removePapers } from '~/models/people/students/attach-documents.server'
import { Admission } from '../tables.server'
import { attachDocuments, type NewDocument } from './admission-documents.server'
import type { AdmissionFields } from './admission-fields.server'

type SeatRefusal = 'no-such-class' | 'no-such-session'

/** Finds the class and session of a form in this school by their public ids. */
export async function findSeat(scope: SchoolScope, fields: { class: string; academic_session: string | null }) {
  const ofClass = await findClass(scope, fields.class)
  if (!ofClass) return refused('no-such-class')
  if (fields.academic_session === null) return done({ classId: ofClass.id, academicSessionId: null })
  const session = await findSession(scope, fields.academic_session)
  return session ? done({ classId: ofClass.id, academicSessionId: session.id }) : refused('no-such-session')
}

/**
 * Creates a pending admission at the office. Idempotent by form key. Refuses `already-waiting` (a pending one with the
 * same name, birth date and mobile number) and `documents-gone` (a file of an earlier submission is no longer pending).
 */
export function createAdmission(
  scope: SchoolScope,
  formKey: string,
  fields: AdmissionFields,
  documents: readonly NewDocument[] = [],
): Promise<Outcome<string, SeatRefusal | 'already-waiting' | 'documents-gone'>> {
  const keyRefusals = { admissions_one_pending: 'already-waiting' } as const
  return createOnce({ table: Admission, scope, formKey, taken: keyRefusals }, async () => {
    const seat = await findSeat(scope, fields)
    if (!seat.ok) return seat
    const publicId = newPublicId()
    const row = { publicId, schoolId: scope.schoolId, formKey, origin: 'office' as const, ...fields, ...seat.value }
    const { id } = await Admission.create(row)
    if (!(await attachDocuments(scope, id, documents))) return refused('documents-gone')
    await recordAudit(scope, { action: 'admission.created', subject: { kind: 'admission', id } })
    return done(publicId)
  })
}

/**
 * Updates a pending admission. Refuses `decided` (an accepted one is now a student, who is edited on other pages),
 * `changed` (saved since `version`), and for the reasons of `createAdmission`.
 */
export function updateAdmission(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: AdmissionFields,
  documents: { added: readonly NewDocument[]; removed: readonly string[] } = { added: [], removed: [] },
) {
  return inTransaction(
    async () => {
      const admission = await lockThing(Admission, scope, publicId)
      if (!admission) return refused('not-found')
      if (admission.state !== 'pending') return refused('decided')
      if (admission.version !== version) return refused('changed')
      const seat = await findSeat(scope, fields)
      if (!seat.ok) return seat
      await Admission.update(
        { ...fields, ...seat.value, version: version + 1 },
        { where: { id: admission.id, schoolId: scope.schoolId } },
      )
      await removePapers(scope, { of: 'admission', id: admission.id }, { keys: documents.removed })
      if (!(await attachDocuments(scope, admission.id, documents.added))) return refused('documents-gone')
      await recordAudit(scope, { action: 'admission.updated', subject: { kind: 'admission', id: admission.id } })
      return done()
    },
    { admissions_one_pending: 'already-waiting' },
  )
}

export async function findByFormKey(scope: SchoolScope, formKey: string): Promise<string | null> {
  const admission = await selectRow(
    { publicId: text('public_id') },
    'FROM admissions WHERE school_id = :schoolId AND form_key = :formKey',
    { schoolId: scope.schoolId, formKey },
  )
  return admission?.publicId ?? null
}
