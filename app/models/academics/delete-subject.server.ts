import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findSubject } from './subject-queries.server'
import { Subject } from './tables.server'

/** Deletes a subject that no class learns and no exam has a paper in ('in-use', found by the foreign keys). */
export async function deleteSubject(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'in-use'>> {
  try {
    return await inTransaction(async () => {
      const subject = await findSubject(scope, publicId)
      if (!subject) return refused('not-found')
      await Subject.destroy({ where: { id: subject.id, schoolId: scope.schoolId } })
      const details = { name: subject.name }
      await recordAudit(scope, { action: 'subject.deleted', subject: { kind: 'subject', id: subject.id }, details })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('in-use')
    throw error
  }
}
