import { execute, selectOne } from '~/database/connection.server'
import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockExam } from './exam-queries.server'
import { Exam } from './tables.server'

/** How many marks keep an exam, or one paper of it, from being deleted. */
export async function countMarks(scope: SchoolScope, of: { examId: number; paperPublicId?: string }): Promise<number> {
  const row = await selectOne<{ marks: number }>(
    `SELECT COUNT(k.id) AS marks FROM exam_papers p JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
     WHERE p.school_id = :schoolId AND p.exam_id = :examId AND (:paper = '' OR p.public_id = :paper)`,
    { schoolId: scope.schoolId, examId: of.examId, paper: of.paperPublicId ?? '' },
  )
  return row?.marks ?? 0
}

/** Deletes an exam with its papers; one in which anybody has marks stays ('has-marks', found by the foreign keys). */
export async function deleteExam(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'has-marks'>> {
  try {
    return await inTransaction(async () => {
      const exam = await lockExam(scope, publicId, 'alone')
      if (!exam) return refused('not-found')
      const values = { schoolId: scope.schoolId, id: exam.id }
      await execute('DELETE FROM exam_papers WHERE school_id = :schoolId AND exam_id = :id', values)
      await Exam.destroy({ where: { id: exam.id, schoolId: scope.schoolId } })
      const details = { name: exam.name, class: exam.className, session: exam.sessionName }
      await recordAudit(scope, { action: 'exam.deleted', subject: { kind: 'exam', id: exam.id }, details })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('has-marks')
    throw error
  }
}
