import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockSchool } from './lock-school.server'
import { findSession } from './queries.server'
import { AcademicSession } from './tables.server'

/** Deletes a session that nothing belongs to ('in-use'); the current one only while it is the school's only one ('current'). */
export async function deleteSession(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'in-use' | 'current'>> {
  try {
    return await inTransaction(async () => {
      await lockSchool(scope)
      const session = await findSession(scope, publicId)
      if (!session) return refused('not-found')
      const all = await AcademicSession.count({ where: { schoolId: scope.schoolId } })
      if (session.isCurrent && all > 1) return refused('current')
      await AcademicSession.destroy({ where: { id: session.id, schoolId: scope.schoolId } })
      await recordAudit(scope, {
        action: 'academic-session.deleted',
        subject: { kind: 'academic-session', id: session.id },
        details: { name: session.name },
      })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('in-use')
    throw error
  }
}
