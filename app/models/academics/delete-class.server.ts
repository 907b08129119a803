import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findClass } from './queries.server'
import { SchoolClass } from './tables.server'

/** Deletes a class that has neither sections nor fees ('in-use', found by the foreign keys). */
export async function deleteClass(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'in-use'>> {
  try {
    return await inTransaction(async () => {
      const found = await findClass(scope, publicId)
      if (!found) return refused('not-found')
      await SchoolClass.destroy({ where: { id: found.id, schoolId: scope.schoolId } })
      await recordAudit(scope, {
        action: 'class.deleted',
        subject: { kind: 'class', id: found.id },
        details: { name: found.name },
      })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('in-use')
    throw error
  }
}
