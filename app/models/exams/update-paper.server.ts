import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockExam } from './exam-queries.server'
import { lockClassPapers, papersOfExam } from './paper-queries.server'
import { paperProblem } from './paper-rules'
import type { PaperFields } from './schema'
import { ExamPaper } from './tables.server'

/** What is wrong with a field, in words for it. */
export type FieldProblem = { field: 'held_on' | 'start_time' | 'max_marks'; message: string }

/**
 * Changes when and where a paper is held and what it counts; its subject stays. Not in a published exam ('published'). A day outside
 * the exam, another paper of the class at that time, and a maximum below marks that somebody has come back as a problem.
 */
export async function updatePaper(
  scope: SchoolScope,
  at: { exam: string; paper: string },
  fields: PaperFields,
): Promise<Outcome<{ problem: FieldProblem | null }, 'not-found' | 'published'>> {
  return inTransaction(async () => {
    const exam = await lockExam(scope, at.exam, 'alone')
    const papers = exam ? await papersOfExam(scope, exam.id) : []
    const paper = papers.find((one) => one.publicId === at.paper)
    if (!exam || !paper) return refused('not-found')
    if (exam.published) return refused('published')
    const time = { heldOn: fields.held_on, startTime: fields.start_time ?? null, endTime: fields.end_time ?? null }
    const others = await lockClassPapers(scope, exam)
    const problem = paperProblem(
      time,
      exam,
      others.filter((other) => other.publicId !== paper.publicId),
    )
    if (problem) return done({ problem })
    const best = await selectOne<{ marks: number | null }>(
      'SELECT CAST(MAX(marks) AS DOUBLE) AS marks FROM exam_marks WHERE school_id = :schoolId AND paper_id = :id',
      { schoolId: scope.schoolId, id: paper.id },
    )
    if ((best?.marks ?? 0) > fields.max_marks)
      return done({
        problem: { field: 'max_marks', message: `Somebody has ${best?.marks} marks in this paper already` },
      })
    await ExamPaper.update(
      {
        ...time,
        maxMarks: fields.max_marks,
        passMarks: fields.pass_marks ?? null,
        roomNo: fields.room_no || null,
      },
      { where: { id: paper.id, schoolId: scope.schoolId } },
    )
    const details = {
      exam: exam.name,
      class: exam.className,
      subject: paper.subjectName,
      maximumBefore: paper.maxMarks,
      maximum: fields.max_marks,
      passMarksBefore: paper.passMarks,
      passMarks: fields.pass_marks ?? null,
    }
    await recordAudit(scope, { action: 'exam-paper.updated', subject: { kind: 'exam', id: exam.id }, details })
    return done({ problem: null })
  })
}
