import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { completeness } from './completeness.server'
import { lockExam } from './exam-queries.server'

/**
 * Lets the students see an exam's results. Nothing to see is refused ('no-marks'); where marks are missing the office has to say
 * that it knows ('marks-missing'). Whoever saves marks at the same moment comes before or after it, never between.
 */
export async function publishExam(
  scope: SchoolScope,
  publicId: string,
  wish: { althoughMissing: boolean },
): Promise<Outcome<undefined, 'not-found' | 'published' | 'no-marks' | 'marks-missing'>> {
  return inTransaction(async () => {
    const exam = await lockExam(scope, publicId, 'alone')
    if (!exam) return refused('not-found')
    if (exam.published) return refused('published')
    const { entered, pupils, missing } = await completeness(scope, exam)
    if (entered === 0) return refused('no-marks')
    if (missing.length > 0 && !wish.althoughMissing) return refused('marks-missing')
    await execute(
      `UPDATE exams SET published_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: exam.id },
    )
    const details = {
      name: exam.name,
      class: exam.className,
      session: exam.sessionName,
      pupils,
      marksMissing: missing.reduce((sum, one) => sum + one.missing, 0),
    }
    await recordAudit(scope, { action: 'exam.published', subject: { kind: 'exam', id: exam.id }, details })
    return done()
  })
}
