import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockSchool } from './lock-school.server'
import { makeCurrent } from './make-current.server'
import type { AcademicSessionFields } from './schema'
import { AcademicSession } from './tables.server'

/** Adds an academic session; a school's first is its current one, whatever was ticked. */
export async function createSession(
  scope: SchoolScope,
  fields: AcademicSessionFields,
): Promise<Outcome<string, 'name-taken'>> {
  return inTransaction(
    async () => {
      await lockSchool(scope)
      const hasCurrent = await AcademicSession.count({
        where: { schoolId: scope.schoolId, isCurrent: true },
      })
      const session = await AcademicSession.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        name: fields.name,
        startsOn: fields.starts_on,
        endsOn: fields.ends_on,
        isCurrent: false,
      })
      if (fields.is_current || hasCurrent === 0) await makeCurrent(scope, session.id)
      await recordAudit(scope, {
        action: 'academic-session.created',
        subject: { kind: 'academic-session', id: session.id },
        details: { name: fields.name, current: fields.is_current || hasCurrent === 0 },
      })
      return done(session.publicId)
    },
    {
      academic_sessions_name: 'name-taken',
    },
  )
}
