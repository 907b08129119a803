import { execute, inTransaction, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { nextNumber } from '~/models/core/shared/numbering/numbering'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { isPlainName } from '~/models/core/shared/plain-name'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { addStaffUser, type LinkOf } from '~/models/people/accounts/staff/invitations.server'
import { StaffUser } from '~/models/people/accounts/tables.server'
import { fullName } from '~/models/people/students/rules'
import { teacherForm } from './academic-fields'
import { dependentsBy } from './dependents.server'
import { earliestDay, latestDay } from './options'
import { Teacher } from './tables.server'

const name = "TRIM(CONCAT(t.first_name, ' ', t.last_name))"

/** Teachers with the sections of which they are class teacher; a single teacher also with sign-in and dependents. */
export const teachers = plainReads(Teacher, teacherForm, {
  listed: [
    'employeeNumber',
    'email',
    'mobileNumber',
    'qualification',
    'designation',
    'subjectsTaught',
    'joinedOn',
    'status',
  ],
  counts: {
    name: text(name),
    sectionNames: textOrNull(
      `(SELECT GROUP_CONCAT(CONCAT(c.name, ' – ', s.name) ORDER BY c.position, c.name, s.name SEPARATOR ', ')
        FROM sections s JOIN classes c ON c.id = s.class_id WHERE s.school_id = t.school_id AND s.class_teacher_id = t.id)`,
    ),
    status: { sql: 't.status', read: (stored: unknown) => stored as 'active' | 'inactive' },
  },
  more: {
    ...dependentsBy('teacher_id', 'lessons', 'days'),
    signIn: text("COALESCE(u.public_id, 'none')"),
    signInName: textOrNull("CONCAT(u.name, ' (', u.email, ')')"),
    signInStatus: textOrNull('u.status'),
  },
  moreJoins: 'LEFT JOIN staff_users u ON u.school_id = t.school_id AND u.id = t.staff_user_id',
  search: [name, 't.employee_number', 't.email', 't.mobile_number'],
  filters: { status: 't.status = :status' },
  orders: {
    name: ['t.last_name', 't.first_name'],
    number: 't.employee_number',
    joined: ['t.joined_on IS NULL', 't.joined_on'],
  },
})

/**
 * Creates, changes and deletes teachers. A teacher may get a sign-in: a newly invited one, or an existing one that no
 * other teacher has; the caller has checked the permission to grant it. Deleting a teacher keeps the sign-in: only an
 * owner can end it.
 */
export function teacherRecords(linkOf: LinkOf) {
  return plainRecords(Teacher, teacherForm, {
    kind: 'teacher',
    details: ({ employeeNumber: number, ...teacher }, before) => ({
      name: fullName(teacher),
      number,
      ...(before ? { before: fullName(before) } : {}),
    }),
    lastDetails: (teacher) => ({ name: fullName(teacher), number: teacher.employeeNumber }),
    check: ({ firstName = '', lastName = '', joinedOn, signIn, email }, say) => {
      const plain = 'Enter the name without a web address'
      if (!isPlainName(firstName)) say('firstName', plain)
      if (!isPlainName(lastName)) say('lastName', plain)
      if (joinedOn && (joinedOn < earliestDay || joinedOn > latestDay)) say('joinedOn', 'Enter a date as yyyy-mm-dd')
      if (signIn === 'invite' && email === null) say('email', 'The invitation needs an e-mail')
    },
    taken: {
      teachers_employee_number: 'number-taken',
      teachers_staff_user: 'sign-in-taken',
      staff_email: 'email-taken',
    },
    held: { '*': 'in-use' },
    save: async ({ scope, row, values, write }) => {
      const before = row?.staffUserId ?? null
      const signIn = await signInOf(scope, values, before, linkOf)
      if (!signIn.ok) return signIn
      const staffUserId = signIn.value
      const details: Record<string, boolean> = row
        ? { signInChanged: staffUserId !== before }
        : { signIn: staffUserId !== null }
      await write({ ...values, staffUserId }, details)
      return null
    },
  })
}

/**
 * Finds the staff user chosen in a teacher's form. "Invite" creates one with the role teacher and mails the invitation;
 * null keeps the current one.
 */
async function signInOf(
  scope: SchoolScope,
  { signIn, email, ...teacher }: ValuesOf<typeof teacherForm>,
  before: number | null,
  linkOf: LinkOf,
): Promise<Outcome<number | null, 'no-such-sign-in' | 'too-many-mails'>> {
  if (signIn === null) return done(before)
  if (signIn === 'none') return done(null)
  if (signIn !== 'invite') {
    const staff = 'FROM staff_users WHERE school_id = :schoolId AND public_id = :signIn'
    const staffUser = await selectRow({ id: number('id') }, staff, { schoolId: scope.schoolId, signIn })
    return staffUser ? done(staffUser.id) : refused('no-such-sign-in')
  }
  const added = await addStaffUser(scope, { name: fullName(teacher), email: email ?? '', role: 'teacher' }, linkOf)
  return added.ok ? done(added.value.id) : added
}

/**
 * Deactivates or restores a teacher. A deactivated teacher is no longer class teacher of any section, but can still
 * sign in: only an owner can end the sign-in.
 */
export function setTeacherStatus(scope: SchoolScope, publicId: string, status: 'active' | 'inactive') {
  return inTransaction(async () => {
    const teacher = await lockThing(Teacher, scope, publicId)
    if (!teacher) return refused('not-found')
    const values = { schoolId: scope.schoolId, id: teacher.id }
    await Teacher.update({ status }, { where: values })
    const free = 'UPDATE sections SET class_teacher_id = NULL WHERE school_id = :schoolId AND class_teacher_id = :id'
    const sectionsWithout = status === 'active' ? 0 : await execute(free, values)
    const action = status === 'active' ? 'teacher.restored' : 'teacher.deactivated'
    const details = { name: fullName(teacher), sectionsWithout }
    await recordAudit(scope, { action, subject: { kind: 'teacher', id: teacher.id }, details })
    return done()
  })
}

/** Finds the active teacher chosen in a form; null if none is chosen. */
export async function findClassTeacher({ schoolId }: SchoolScope, publicId: string | null | undefined) {
  if (!publicId) return null
  // The lock keeps the teacher active until the section is written.
  const teacher = await selectRow(
    { id: number('t.id'), name: text(name) },
    `FROM teachers t WHERE t.school_id = :schoolId
       AND t.public_id = :publicId AND t.status = 'active' LOCK IN SHARE MODE`,
    { schoolId, publicId },
  )
  return teacher ?? 'no-such-teacher'
}

export function sectionsLedBy({ schoolId }: SchoolScope, teacherId: number) {
  return selectRows(
    { publicId: text('s.public_id'), className: text('c.name'), name: text('s.name') },
    `FROM sections s JOIN classes c ON c.id = s.class_id
     WHERE s.school_id = :schoolId AND s.class_teacher_id = :teacherId ORDER BY c.position, c.name, s.name`,
    { schoolId, teacherId },
  )
}

export function teacherChoices({ schoolId }: SchoolScope) {
  return selectRows(
    { ...columnsOf(Teacher, 't', 'publicId', 'employeeNumber'), name: text(name) },
    "FROM teachers t WHERE t.school_id = :schoolId AND t.status = 'active' ORDER BY t.last_name, t.first_name, t.id",
    { schoolId },
  )
}

/** Suggests the number after the highest employee number; undefined for the first teacher. */
export async function suggestEmployeeNumber({ schoolId }: SchoolScope): Promise<string | undefined> {
  const rows = await selectRows(
    columnsOf(Teacher, 't', 'employeeNumber'),
    'FROM teachers t WHERE t.school_id = :schoolId ORDER BY t.id DESC',
    { schoolId },
  )
  return nextNumber(rows.map(({ employeeNumber }) => employeeNumber)) ?? undefined
}

/** Lists the sign-ins that a teacher's form offers: the teacher's current one, and active ones that no teacher has. */
export function signInChoices({ schoolId }: SchoolScope, teacherId: number | null) {
  return selectRows(
    columnsOf(StaffUser, 'u', 'publicId', 'name', 'email'),
    `FROM staff_users u LEFT JOIN teachers t ON t.staff_user_id = u.id
     WHERE u.school_id = :schoolId AND (t.id = :teacherId OR (t.id IS NULL AND u.status = 'active')) ORDER BY u.name, u.id`,
    { schoolId, teacherId: teacherId ?? 0 },
  )
}
