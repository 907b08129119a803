import { select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockExam } from './exam-queries.server'
import { lockClassPapers } from './paper-queries.server'
import { type OtherPaper, type PaperProblem, paperProblem } from './paper-rules'
import type { NewPaper } from './schema'
import { ExamPaper } from './tables.server'

/** What is wrong with rows of the form, by their numbers there. */
export type RowProblem = Omit<PaperProblem, 'field'> & { row: number; field: PaperProblem['field'] | 'add' }

type Refusal = 'not-found' | 'published' | 'subject-taken'

/**
 * Adds papers to an exam that is not published, all of them or none. A subject is one that the class learns, and has one paper in
 * an exam ('subject-taken' when somebody else added it at the same moment); a day outside the exam, or another paper of the class
 * at that time, comes back as a problem of its row.
 */
export async function addPapers(
  scope: SchoolScope,
  examPublicId: string,
  papers: readonly NewPaper[],
): Promise<Outcome<{ added: number; problems: RowProblem[] }, Refusal>> {
  return inTransaction(
    async () => {
      const exam = await lockExam(scope, examPublicId, 'alone')
      if (!exam) return refused('not-found')
      if (exam.published) return refused('published')
      const others: OtherPaper[] = await lockClassPapers(scope, exam)
      const subjects = await select<{ id: number; publicId: string; name: string }>(
        `SELECT j.id, j.public_id AS publicId, j.name FROM class_subjects l JOIN subjects j ON j.id = l.subject_id
         WHERE l.school_id = :schoolId AND l.class_id = :classId`,
        { schoolId: scope.schoolId, classId: exam.classId },
      )
      const problems: RowProblem[] = []
      const rows = papers.flatMap(({ row, subject: wanted, fields }) => {
        const subject = subjects.find((one) => one.publicId === wanted)
        if (!subject) {
          problems.push({ row, field: 'add', message: 'The class does not learn this subject' })
          return []
        }
        const time = { heldOn: fields.held_on, startTime: fields.start_time ?? null, endTime: fields.end_time ?? null }
        const problem = paperProblem(time, exam, others)
        if (problem) problems.push({ row, ...problem })
        // The rows of one form must not meet each other either.
        others.push({ ...time, publicId: '', subjectName: subject.name, examName: exam.name })
        return [
          {
            ...time,
            publicId: newPublicId(),
            schoolId: scope.schoolId,
            examId: exam.id,
            subjectId: subject.id,
            maxMarks: fields.max_marks,
            passMarks: fields.pass_marks ?? null,
            roomNo: fields.room_no || null,
          },
        ]
      })
      if (problems.length > 0 || rows.length === 0) return done({ added: 0, problems })
      await ExamPaper.bulkCreate(rows)
      const named = papers.map(({ subject }) => subjects.find((one) => one.publicId === subject)?.name ?? '')
      const details = { exam: exam.name, class: exam.className, subjects: named.join(', ') }
      await recordAudit(scope, { action: 'exam-papers.added', subject: { kind: 'exam', id: exam.id }, details })
      return done({ added: rows.length, problems: [] })
    },
    {
      exam_papers_subject: 'subject-taken',
    },
  )
}
