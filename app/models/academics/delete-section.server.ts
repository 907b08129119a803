import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findSection } from './queries.server'
import { Section } from './tables.server'

/** Deletes a section in which nobody is or was enrolled ('in-use', found by the foreign key). */
export async function deleteSection(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'in-use'>> {
  try {
    return await inTransaction(async () => {
      const section = await findSection(scope, publicId)
      if (!section) return refused('not-found')
      await Section.destroy({ where: { id: section.id, schoolId: scope.schoolId } })
      await recordAudit(scope, {
        action: 'section.deleted',
        subject: { kind: 'section', id: section.id },
        details: { class: section.className, name: section.name },
      })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('in-use')
    throw error
  }
}
