import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { findClass, findSession } from '~/models/academics/queries.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { liesIn } from './create-exams.server'
import { lockExam } from './exam-queries.server'
import type { ExamFields } from './schema'
import { Exam } from './tables.server'

export type UpdateExamRefusal =
  | 'not-found'
  | 'published'
  | 'no-such-session'
  | 'no-such-class'
  | 'outside-session'
  | 'has-papers'
  | 'papers-before'
  | 'papers-after'
  | 'name-taken'

/**
 * Changes an exam that is not published ('published'). Class and session are fixed once it has papers ('has-papers'), and its days
 * cannot leave a paper outside ('papers-before', 'papers-after').
 */
export async function updateExam(
  scope: SchoolScope,
  publicId: string,
  fields: ExamFields,
): Promise<Outcome<undefined, UpdateExamRefusal>> {
  return inTransaction(
    async () => {
      const exam = await lockExam(scope, publicId, 'alone')
      if (!exam) return refused('not-found')
      if (exam.published) return refused('published')
      const session = await findSession(scope, fields.academic_session)
      if (!session) return refused('no-such-session')
      const ofClass = await findClass(scope, fields.class)
      if (!ofClass) return refused('no-such-class')
      if (!liesIn(session, fields.starts_on, fields.ends_on)) return refused('outside-session')
      const papers = await selectOne<{ first: string | null; last: string | null }>(
        'SELECT MIN(held_on) AS first, MAX(held_on) AS last FROM exam_papers WHERE school_id = :schoolId AND exam_id = :id',
        { schoolId: scope.schoolId, id: exam.id },
      )
      const moved = exam.classId !== ofClass.id || exam.sessionId !== session.id
      if (papers?.first && moved) return refused('has-papers')
      if (papers?.first && papers.first < fields.starts_on) return refused('papers-before')
      if (papers?.last && papers.last > fields.ends_on) return refused('papers-after')
      await Exam.update(
        {
          academicSessionId: session.id,
          classId: ofClass.id,
          name: fields.name,
          description: fields.description || null,
          type: fields.type,
          startsOn: fields.starts_on,
          endsOn: fields.ends_on,
        },
        { where: { id: exam.id, schoolId: scope.schoolId } },
      )
      const details = { before: exam.name, name: fields.name, class: ofClass.name, session: session.name }
      await recordAudit(scope, { action: 'exam.updated', subject: { kind: 'exam', id: exam.id }, details })
      return done()
    },
    {
      exams_name: 'name-taken',
    },
  )
}
