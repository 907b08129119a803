import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockExam } from './exam-queries.server'

/** Takes the results of an exam back: students see them no more, and marks can change again. The reason is in the audit log. */
export async function withdrawExam(
  scope: SchoolScope,
  publicId: string,
  reason: string,
): Promise<Outcome<undefined, 'not-found' | 'not-published'>> {
  return inTransaction(async () => {
    const exam = await lockExam(scope, publicId, 'alone')
    if (!exam) return refused('not-found')
    if (!exam.published) return refused('not-published')
    await execute(
      'UPDATE exams SET published_at = NULL, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id',
      { schoolId: scope.schoolId, id: exam.id },
    )
    const details = { name: exam.name, class: exam.className, session: exam.sessionName, reason }
    await recordAudit(scope, { action: 'exam.withdrawn', subject: { kind: 'exam', id: exam.id }, details })
    return done()
  })
}
