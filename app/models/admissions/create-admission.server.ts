import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { admissionColumns, findWish, type WishRefusal } from './admission-columns.server'
import { attachDocuments, type NewDocument } from './admission-documents.server'
import type { AdmissionFields } from './admission-schema'
import { Admission } from './admission-tables.server'

/**
 * Writes an admission down at the office; it waits for a decision. The same form key has one effect and one answer.
 * Refuses `already-waiting` (one admission of a name, birth date and mobile number is pending at a time) and `documents-gone` (a
 * file of an earlier try is no longer there).
 */
export async function createAdmission(
  scope: SchoolScope,
  fields: AdmissionFields,
  documents: readonly NewDocument[] = [],
): Promise<Outcome<string, WishRefusal | 'already-waiting' | 'documents-gone'>> {
  // The same form again breaks both keys; which of them the database names first is its own affair.
  const sent = async () => {
    const same = await findByFormKey(scope, fields.form_key)
    return same ? done(same) : refused('already-waiting')
  }
  return inTransaction(
    async () => {
      const wish = await findWish(scope, fields)
      if (!wish.ok) return wish
      const made = await Admission.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        origin: 'office',
        formKey: fields.form_key,
        ...admissionColumns(fields),
        ...wish.value,
      })
      if (!(await attachDocuments(scope, made.id, documents))) return refused('documents-gone')
      await recordAudit(scope, { action: 'admission.created', subject: { kind: 'admission', id: made.id } })
      return done(made.publicId)
    },
    { admissions_form_key: sent, admissions_one_pending: sent },
  )
}

/** What was made of this form before, or null. */
export async function findByFormKey(scope: SchoolScope, formKey: string): Promise<string | null> {
  const found = await selectOne<{ publicId: string }>(
    'SELECT public_id AS publicId FROM admissions WHERE school_id = :schoolId AND form_key = :formKey',
    { schoolId: scope.schoolId, formKey },
  )
  return found?.publicId ?? null
}
