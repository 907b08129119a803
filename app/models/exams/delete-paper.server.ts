import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockExam } from './exam-queries.server'
import { papersOfExam } from './paper-queries.server'
import { ExamPaper } from './tables.server'

/** Deletes a paper of an exam that is not published; one in which anybody has marks stays ('has-marks', by the foreign key). */
export async function deletePaper(
  scope: SchoolScope,
  at: { exam: string; paper: string },
): Promise<Outcome<undefined, 'not-found' | 'published' | 'has-marks'>> {
  try {
    return await inTransaction(async () => {
      const exam = await lockExam(scope, at.exam, 'alone')
      const papers = exam ? await papersOfExam(scope, exam.id) : []
      const paper = papers.find((one) => one.publicId === at.paper)
      if (!exam || !paper) return refused('not-found')
      if (exam.published) return refused('published')
      await ExamPaper.destroy({ where: { id: paper.id, schoolId: scope.schoolId } })
      const details = { exam: exam.name, class: exam.className, subject: paper.subjectName }
      await recordAudit(scope, { action: 'exam-paper.deleted', subject: { kind: 'exam', id: exam.id }, details })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('has-marks')
    throw error
  }
}
