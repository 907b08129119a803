import { select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { findSession } from '~/models/academics/queries.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { addDays, daysBetween } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findClasses, liesIn } from './create-exams.server'
import { findExam } from './exam-queries.server'
import { lockClassPapers, papersOfExam } from './paper-queries.server'
import { paperProblem } from './paper-rules'
import { Exam, ExamPaper } from './tables.server'

export interface CopyExam {
  name: string
  /** Public ids. */
  academicSession: string
  classes: readonly string[]
  /** YYYY-MM-DD: every day moves by as many as the first one. */
  startsOn: string
}

export type CopyExamRefusal = 'not-found' | 'no-such-session' | 'no-such-class' | 'outside-session' | 'name-taken'

/**
 * Gives other classes, or another session, an exam with the same papers, all of them or none. A class gets the papers of subjects
 * that it learns, without those that would meet another of its papers: `left` names what is to be added by hand.
 */
export async function copyExam(
  scope: SchoolScope,
  publicId: string,
  wish: CopyExam,
): Promise<Outcome<{ made: number; left: string[] }, CopyExamRefusal>> {
  return inTransaction(
    async () => {
      const exam = await findExam(scope, publicId)
      if (!exam) return refused('not-found')
      const session = await findSession(scope, wish.academicSession)
      if (!session) return refused('no-such-session')
      const moved = daysBetween(exam.startsOn, wish.startsOn)
      const days = { startsOn: wish.startsOn, endsOn: addDays(exam.endsOn, moved) }
      if (!liesIn(session, days.startsOn, days.endsOn)) return refused('outside-session')
      const classes = await findClasses(scope, wish.classes)
      if (!classes) return refused('no-such-class')
      const papers = await papersOfExam(scope, exam.id)
      const left: string[] = []
      for (const ofClass of classes) {
        const others = await lockClassPapers(scope, { classId: ofClass.id, sessionId: session.id })
        const learned = await select<{ id: number }>(
          'SELECT subject_id AS id FROM class_subjects WHERE school_id = :schoolId AND class_id = :classId',
          { schoolId: scope.schoolId, classId: ofClass.id },
        )
        const { type, description } = exam
        const fresh = { publicId: newPublicId(), schoolId: scope.schoolId, name: wish.name, type, description, ...days }
        const place = { academicSessionId: session.id, classId: ofClass.id }
        const copy = await Exam.create({ ...fresh, ...place })
        const rows = papers.flatMap((paper) => {
          const { subjectId, startTime, endTime, maxMarks, passMarks, roomNo } = paper
          const time = { heldOn: addDays(paper.heldOn, moved), startTime, endTime }
          const fits = learned.some((one) => one.id === subjectId) && !paperProblem(time, fresh, others)
          if (!fits) left.push(`${ofClass.name}: ${paper.subjectName}`)
          const own = { publicId: newPublicId(), schoolId: scope.schoolId, examId: copy.id, subjectId }
          return fits ? [{ ...own, ...time, maxMarks, passMarks, roomNo }] : []
        })
        await ExamPaper.bulkCreate(rows)
      }
      const details = {
        name: wish.name,
        from: exam.name,
        session: session.name,
        classes: classes.map((one) => one.name).join(', '),
      }
      await recordAudit(scope, { action: 'exam.copied', subject: { kind: 'exam', id: exam.id }, details })
      return done({ made: classes.length, left })
    },
    {
      exams_name: 'name-taken',
    },
  )
}
