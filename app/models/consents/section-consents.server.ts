import { number, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { consentUnder, listCurrentNotices, listDecisions } from './consents.server'
import { isAsked } from './options'

/** Who studies in the section now, by its public id, in the order of the roll. */
function listStudents({ schoolId }: SchoolScope, section: string) {
  return selectRows(
    {
      ...{ id: number('s.id'), publicId: text('s.public_id'), birthDate: text('s.date_of_birth') },
      ...{ name: text("CONCAT(s.first_name, ' ', s.last_name)"), enrollmentNumber: text('s.enrollment_number') },
      classSection: text("CONCAT(c.name, ' – ', t.name)"),
    },
    `FROM sections t JOIN classes c ON c.id = t.class_id
     JOIN academic_sessions a ON a.school_id = t.school_id AND a.is_current = 1
     JOIN enrollments e ON e.section_id = t.id AND e.academic_session_id = a.id AND e.status = 'studying'
     JOIN students s ON s.id = e.student_id AND s.status = 'active'
     WHERE t.school_id = :schoolId AND t.public_id = :section
     ORDER BY e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, s.id`,
    { schoolId, section },
  )
}

/** What counts for each student of a section under each notice that asks for something; both in the order in which they are shown. */
export async function readSectionConsents(scope: SchoolScope, section: string) {
  const [students, all] = await Promise.all([listStudents(scope, section), listCurrentNotices(scope)])
  const notices = all.filter(({ purpose }) => isAsked(purpose))
  const ids = students.map(({ id }) => id)
  const decided = await listDecisions(scope, ids)
  const now = new Date()
  const rows = students.map(({ id, birthDate, ...student }) => ({
    ...student,
    consents: notices.map((notice) => consentUnder(notice, { id, birthDate }, decided, now)),
  }))
  return { notices, rows }
}

/** What counts for one student under each notice, also those that ask for nothing, with all that was decided, the newest first. */
export async function readStudentConsents(
  scope: Pick<SchoolScope, 'schoolId'>,
  student: { id: number; birthDate: string },
) {
  const [notices, decided] = await Promise.all([listCurrentNotices(scope), listDecisions(scope, [student.id])])
  return {
    consents: notices.map((notice) => ({
      notice,
      counted: consentUnder(notice, student, decided),
      /** Who last said that it was read, of a notice that asks for nothing; of this version alone. */
      read: decided.findLast(({ decision, noticeId }) => decision === 'read' && noticeId === notice.id) ?? null,
    })),
    decided: decided.toReversed(),
  }
}
