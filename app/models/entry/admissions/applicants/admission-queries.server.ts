import { instant, number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Admission } from '../tables.server'
import type { AdmissionState } from './admission-options'

const newestFirst = '-CAST(a.id AS SIGNED)'

const orders = {
  // Sorts by the declared order of the states: pending first.
  state: ['a.state', newestFirst],
  name: ['a.last_name', 'a.first_name', 'a.id'],
  class: ['c.position IS NULL', 'c.position', 'c.name', 'a.id'],
  received: ['a.created_at', 'a.id'],
}

const filters = {
  state: 'a.state = :state',
  origin: 'a.origin = :origin',
  class: 'c.public_id = :class',
  session: 's.public_id = :session',
  // A day in India begins five and a half hours before the same day in UTC.
  from: 'a.created_at >= TIMESTAMP(:from) - INTERVAL 330 MINUTE',
  to: 'a.created_at < TIMESTAMP(:to) + INTERVAL 1 DAY - INTERVAL 330 MINUTE',
}

const searched = [
  "TRIM(CONCAT(a.first_name, ' ', a.last_name))",
  'a.email',
  'a.mobile_number',
  'a.father_name',
  'a.mother_name',
]

const names = {
  name: text("TRIM(CONCAT(a.first_name, ' ', a.last_name))"),
  className: textOrNull('c.name'),
  sessionName: textOrNull('s.name'),
}
const joins = `LEFT JOIN classes c ON c.school_id = a.school_id AND c.id = a.class_id
  LEFT JOIN academic_sessions s ON s.school_id = a.school_id AND s.id = a.academic_session_id`

const listed = {
  ...columnsOf(
    Admission,
    'a',
    ...(['publicId', 'state', 'origin', 'first_name', 'last_name', 'date_of_birth', 'father_name'] as const),
    ...(['mobile_number', 'email', 'createdAt'] as const),
  ),
  ...names,
}

/** Lists the school's admissions; by default pending ones first, then the newest. */
export const { list: listAdmissions } = plainList({
  columns: listed,
  from: `admissions a ${joins}`,
  always: 'a.school_id = :schoolId',
  search: searched,
  filters,
  orders,
  last: 'a.id',
})

export async function countAdmissions(scope: SchoolScope, state: AdmissionState): Promise<number> {
  const row = await selectRow(
    { count: number('COUNT(*)') },
    'FROM admissions WHERE school_id = :schoolId AND state = :state',
    { schoolId: scope.schoolId, state },
  )
  return row?.count ?? 0
}

const admissionColumns = {
  ...columnsOf(Admission, 'a'),
  ...names,
  class: textOrNull('c.public_id'),
  academic_session: textOrNull('s.public_id'),
  decidedByName: textOrNull('u.name'),
  student: textOrNull('st.public_id'),
}

/**
 * Finds one admission of the school, or null. Includes the names behind its references; class, session and student are
 * public ids. Leaves the password hash out.
 */
export async function findAdmission({ schoolId }: SchoolScope, publicId: string) {
  const row = await selectRow(
    admissionColumns,
    `FROM admissions a ${joins}
     LEFT JOIN staff_users u ON u.school_id = a.school_id AND u.id = a.decided_by
     LEFT JOIN students st ON st.school_id = a.school_id AND st.id = a.student_id
     WHERE a.school_id = :schoolId AND a.public_id = :publicId`,
    { schoolId, publicId },
  )
  if (!row) return null
  const { passwordHash: _, ...admission } = row
  return admission
}

const lookalike = {
  kind: wordOf<'student' | 'admission'>('x.kind'),
  publicId: text('x.public_id'),
  firstName: text('x.first_name'),
  lastName: text('x.last_name'),
  reason: wordOf<'same' | 'sibling'>('x.reason'),
}

/**
 * Finds possible duplicates of this child (`same`: equal name and date of birth), and possible siblings (`sibling`: a
 * student with the same mobile number).
 */
export function findLookalikes(scope: SchoolScope, admission: NonNullable<Awaited<ReturnType<typeof findAdmission>>>) {
  const same = `first_name = :firstName AND last_name = :lastName AND date_of_birth = :dateOfBirth`
  return selectRows(
    lookalike,
    `FROM (SELECT 'student' AS kind, public_id, first_name, last_name, IF(${same}, 'same', 'sibling') AS reason FROM students
     WHERE school_id = :schoolId AND public_id <> :studentId AND ((${same}) OR mobile_number = :mobileNumber)
     UNION ALL
     SELECT 'admission', public_id, first_name, last_name, 'same' FROM admissions
     WHERE school_id = :schoolId AND id <> :id AND state = 'pending' AND ${same}
     LIMIT 10) x`,
    {
      schoolId: scope.schoolId,
      id: admission.id,
      studentId: admission.student ?? '',
      firstName: admission.first_name,
      lastName: admission.last_name,
      dateOfBirth: admission.date_of_birth,
      mobileNumber: admission.mobile_number,
    },
  )
}

/** Lists the audit entries of an admission, newest first. */
export function listAdmissionEvents(scope: SchoolScope, admissionId: number) {
  return selectRows(
    { action: text('action'), actorName: text('actor_name'), at: instant('created_at') },
    `FROM audit_entries
     WHERE school_id = :schoolId AND subject_kind = 'admission' AND subject_id = :admissionId ORDER BY id DESC LIMIT 50`,
    { schoolId: scope.schoolId, admissionId },
  )
}

/** Lists every section with its free seats in the session, those of the requested class first. */
export function listSeatChoices(scope: SchoolScope, request: { sessionId: string; classId: string | null }) {
  const free = number('CAST(t.capacity AS SIGNED) - CAST(COALESCE(p.taken, 0) AS SIGNED)')
  return selectRows(
    { publicId: text('t.public_id'), className: text('c.name'), name: text('t.name'), free },
    `FROM sections t
     JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     LEFT JOIN academic_sessions a ON a.school_id = t.school_id AND a.public_id = :sessionId
     LEFT JOIN section_seats p ON p.section_id = t.id AND p.academic_session_id = a.id
     WHERE t.school_id = :schoolId
     ORDER BY c.public_id <=> :classId DESC, c.position, c.name, t.name, t.id`,
    { schoolId: scope.schoolId, sessionId: request.sessionId, classId: request.classId },
  )
}
