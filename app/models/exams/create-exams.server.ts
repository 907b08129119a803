import { select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { findSession, type SessionRecord } from '~/models/academics/queries.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { NewExamFields } from './schema'
import { Exam } from './tables.server'

export type CreateExamsRefusal = 'no-such-session' | 'no-such-class' | 'outside-session' | 'name-taken'

/**
 * Makes one exam for each class chosen, or none: the name is a class's once in a session ('name-taken'), and the days lie in the
 * session ('outside-session'). Answers the public ids in the school's order of classes.
 */
export async function createExams(
  scope: SchoolScope,
  fields: NewExamFields,
): Promise<Outcome<string[], CreateExamsRefusal>> {
  return inTransaction(
    async () => {
      const session = await findSession(scope, fields.academic_session)
      if (!session) return refused('no-such-session')
      if (!liesIn(session, fields.starts_on, fields.ends_on)) return refused('outside-session')
      const classes = await findClasses(scope, fields.classes)
      if (!classes) return refused('no-such-class')
      const made: string[] = []
      for (const ofClass of classes) {
        const exam = await Exam.create({
          publicId: newPublicId(),
          schoolId: scope.schoolId,
          academicSessionId: session.id,
          classId: ofClass.id,
          name: fields.name,
          description: fields.description || null,
          type: fields.type,
          startsOn: fields.starts_on,
          endsOn: fields.ends_on,
        })
        const details = { name: fields.name, class: ofClass.name, session: session.name }
        await recordAudit(scope, { action: 'exam.created', subject: { kind: 'exam', id: exam.id }, details })
        made.push(exam.publicId)
      }
      return done(made)
    },
    {
      exams_name: 'name-taken',
    },
  )
}

/** Names of those of the classes that have an exam of this name in the session: what 'name-taken' means. Ids are public. */
export async function classesWithExam(
  scope: SchoolScope,
  of: { name: string; academicSession: string; classes: readonly string[] },
): Promise<string[]> {
  const rows = await select<{ name: string }>(
    `SELECT c.name FROM exams x JOIN classes c ON c.id = x.class_id JOIN academic_sessions a ON a.id = x.academic_session_id
     WHERE x.school_id = :schoolId AND x.name = :name AND a.public_id = :academicSession AND c.public_id IN (:classes)
     ORDER BY c.position, c.name, c.id`,
    { schoolId: scope.schoolId, ...of },
  )
  return rows.map((row) => row.name)
}

/** Whether days lie in a session. */
export function liesIn(session: Pick<SessionRecord, 'startsOn' | 'endsOn'>, from: string, to: string): boolean {
  return from >= session.startsOn && to <= session.endsOn
}

/** Classes by public id in the school's order; null when one is not of this school. */
export async function findClasses(
  scope: SchoolScope,
  publicIds: readonly string[],
): Promise<Array<{ id: number; name: string }> | null> {
  const wanted = [...new Set(publicIds)]
  const rows = await select<{ id: number; name: string }>(
    'SELECT id, name FROM classes WHERE school_id = :schoolId AND public_id IN (:wanted) ORDER BY position, name, id',
    { schoolId: scope.schoolId, wanted },
  )
  return rows.length === wanted.length ? rows : null
}
