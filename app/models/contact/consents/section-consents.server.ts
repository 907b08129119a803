import { number, selectRows, text } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isAdult } from '~/models/core/shared/coming-of-age'
import type { GuardianScope, SchoolScope } from '~/models/core/shared/scope.server'
import {
  type CurrentNotice,
  consentUnder,
  type DecidedConsent,
  listCurrentNotices,
  listDecisions,
} from './consents.server'
import { isAsked } from './options'

function listStudents({ schoolId }: SchoolScope, section: string) {
  return selectRows(
    {
      id: number('s.id'),
      publicId: text('s.public_id'),
      birthDate: text('s.date_of_birth'),
      name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
      enrollmentNumber: text('s.enrollment_number'),
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

/** Returns each student's consents under every notice that needs consent; students and notices in display order. */
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

/**
 * Returns one student's consents under each notice, also those that need no consent, with all decisions, newest first.
 */
export async function readStudentConsents(
  scope: Pick<SchoolScope, 'schoolId'>,
  student: { id: number; birthDate: string },
) {
  const [notices, decided] = await Promise.all([listCurrentNotices(scope), listDecisions(scope, [student.id])])
  return consentsOf(student, notices, decided)
}

export type StudentConsents = ReturnType<typeof consentsOf>

function consentsOf(
  student: { id: number; birthDate: string },
  notices: readonly CurrentNotice[],
  ofAll: readonly DecidedConsent[],
) {
  const decided = ofAll.filter(({ studentId }) => studentId === student.id)
  return {
    consents: notices.map((notice) => ({
      notice,
      counted: consentUnder(notice, student, decided),
      /** Latest confirmation of this version, if the notice needs no consent. */
      read: decided.findLast(({ decision, noticeId }) => decision === 'read' && noticeId === notice.id) ?? null,
    })),
    decided: decided.toReversed(),
  }
}

const child = {
  schoolId: number('k.school_id'),
  guardianId: number('k.guardian_id'),
  id: number('k.student_id'),
  publicId: text('s.public_id'),
  birthDate: text('s.date_of_birth'),
  schoolName: text('c.name'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
}

/**
 * Returns the children that a guardian may see, in all schools, with their consents. `isAdult`: only the student
 * decides.
 */
export async function readFamilyConsents({ accountId }: GuardianScope) {
  const children = await selectRows(
    child,
    `FROM family_guardians g JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id
       AND k.may_see = 1 AND k.shut_out_at IS NULL
     JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id AND s.status = 'active'
     JOIN schools c ON c.id = k.school_id AND c.suspended_at IS NULL
     WHERE g.account_id = :accountId ORDER BY c.name, k.school_id, s.date_of_birth, s.id`,
    { accountId },
  )
  // Reads each school's notices and decisions once for all its children.
  const bySchool = new Map<number, (typeof children)[number][]>()
  for (const one of children) bySchool.set(one.schoolId, [...(bySchool.get(one.schoolId) ?? []), one])
  const today = todayInIndia(new Date())
  const families = [...bySchool].map(async ([schoolId, own]) => {
    const [notices, decided] = await Promise.all([
      listCurrentNotices({ schoolId }),
      listDecisions(
        { schoolId },
        own.map(({ id }) => id),
      ),
    ])
    return own.map((one) => ({
      child: one,
      isAdult: isAdult(one.birthDate, today),
      read: consentsOf(one, notices, decided),
    }))
  })
  return (await Promise.all(families)).flat()
}
