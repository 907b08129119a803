import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { admissionColumns, findWish, type WishRefusal } from './admission-columns.server'
import { attachDocuments, type NewDocument, removeDocuments } from './admission-documents.server'
import type { AdmissionFields } from './admission-schema'
import { Admission } from './admission-tables.server'
import { lockAdmission } from './lock-admission.server'

/** Corrects an admission while it is pending ('decided' afterwards: what is accepted is a student, with pages of its own). */
export async function updateAdmission(
  scope: SchoolScope,
  publicId: string,
  fields: AdmissionFields,
  documents: { added: readonly NewDocument[]; removed: readonly string[] } = { added: [], removed: [] },
): Promise<Outcome<undefined, WishRefusal | 'not-found' | 'decided' | 'already-waiting' | 'documents-gone'>> {
  return inTransaction(
    async () => {
      const admission = await lockAdmission(scope, publicId)
      if (!admission) return refused('not-found')
      if (admission.state !== 'pending') return refused('decided')
      const wish = await findWish(scope, fields)
      if (!wish.ok) return wish
      await Admission.update(
        { ...admissionColumns(fields), ...wish.value },
        { where: { id: admission.id, schoolId: scope.schoolId } },
      )
      await removeDocuments(scope, admission.id, { keys: documents.removed })
      if (!(await attachDocuments(scope, admission.id, documents.added))) return refused('documents-gone')
      await recordAudit(scope, { action: 'admission.updated', subject: { kind: 'admission', id: admission.id } })
      return done()
    },
    { admissions_one_pending: 'already-waiting' },
  )
}
