import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockSchool } from './lock-school.server'
import { makeCurrent } from './make-current.server'
import { findSession } from './queries.server'
import type { AcademicSessionFields } from './schema'
import { AcademicSession } from './tables.server'

/**
 * Changes a session. Ticking "current" takes the mark from the session that had it; the current session cannot give it up
 * by itself ('must-stay-current'): a school has exactly one.
 */
export async function updateSession(
  scope: SchoolScope,
  publicId: string,
  fields: AcademicSessionFields,
): Promise<Outcome<undefined, 'not-found' | 'name-taken' | 'must-stay-current'>> {
  return inTransaction(
    async () => {
      await lockSchool(scope)
      const session = await findSession(scope, publicId)
      if (!session) return refused('not-found')
      if (session.isCurrent && !fields.is_current) return refused('must-stay-current')
      await AcademicSession.update(
        { name: fields.name, startsOn: fields.starts_on, endsOn: fields.ends_on },
        { where: { id: session.id, schoolId: scope.schoolId } },
      )
      if (fields.is_current && !session.isCurrent) await makeCurrent(scope, session.id)
      await recordAudit(scope, {
        action: 'academic-session.updated',
        subject: { kind: 'academic-session', id: session.id },
        details: { name: fields.name, current: fields.is_current },
      })
      return done()
    },
    {
      academic_sessions_name: 'name-taken',
    },
  )
}
