import { execute } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { MadeClass, MadeSection } from './academics'
import { insert, insertThing, inTurn, unique } from './insert'
import { type MadeSchool, type MadeStaff, makeStaff } from './school'

export interface MadeSubject {
  id: number
  publicId: string
  name: string
}

export interface MadeTeacher {
  id: number
  publicId: string
  name: string
  employeeNumber: string
}

const teacherNames = inTurn(['Nandini Bhatt', 'Imtiyaz Qureshi', 'Leela Menon', 'Dinesh Rathod'])

export async function makeSubject(
  school: { id: number },
  overrides: { name?: string; code?: string | null; classes?: ReadonlyArray<Pick<MadeClass, 'id'>> } = {},
): Promise<MadeSubject> {
  const name = overrides.name ?? `Subject ${unique()}`
  const { id, publicId } = await insertThing('subjects', school, { name, code: overrides.code ?? null })
  for (const { id: class_id } of overrides.classes ?? []) {
    await execute(
      'INSERT INTO class_subjects (school_id, class_id, subject_id) VALUES (:school_id, :class_id, :subject_id)',
      { school_id: school.id, class_id, subject_id: id },
    )
  }
  return { id, publicId, name }
}

/** Creates a teacher: the class teacher of `section`, with the account `staff`, if these are given. */
export async function makeTeacher(
  school: { id: number },
  overrides: {
    name?: string
    employeeNumber?: string
    status?: 'active' | 'inactive'
    staff?: Pick<MadeStaff, 'id'>
    section?: Pick<MadeSection, 'id'>
    qualification?: string
    designation?: string
    subjectsTaught?: string
    mobileNumber?: string
    email?: string
  } = {},
): Promise<MadeTeacher> {
  const publicId = newPublicId()
  const name = overrides.name ?? teacherNames()
  const [firstName = '', ...lastName] = name.split(' ')
  const employeeNumber = overrides.employeeNumber ?? `T-${unique()}`
  const now = new Date()
  const id = await insert('teachers', {
    public_id: publicId,
    school_id: school.id,
    staff_user_id: overrides.staff?.id ?? null,
    employee_number: employeeNumber,
    first_name: firstName,
    last_name: lastName.join(' '),
    mobile_number: overrides.mobileNumber ?? null,
    email: overrides.email ?? null,
    qualification: overrides.qualification ?? null,
    designation: overrides.designation ?? null,
    subjects_taught: overrides.subjectsTaught ?? null,
    joined_on: '2019-06-10',
    status: overrides.status ?? 'active',
    created_at: now,
    updated_at: now,
  })
  if (overrides.section) {
    const values = { teacherId: id, sectionId: overrides.section.id, schoolId: school.id }
    await execute(
      'UPDATE sections SET class_teacher_id = :teacherId WHERE school_id = :schoolId AND id = :sectionId',
      values,
    )
  }
  return { id, publicId, name, employeeNumber }
}

/** Creates an invited staff user who has not chosen a password yet. */
export async function makeInvited(
  school: MadeSchool,
  overrides: Parameters<typeof makeStaff>[1] = {},
): Promise<MadeStaff> {
  const staff = await makeStaff(school, overrides)
  await execute('UPDATE staff_users SET password_hash = NULL, password_changed_at = NULL WHERE id = :id', {
    id: staff.id,
  })
  return staff
}

const demoSubjects: ReadonlyArray<{ name: string; code: string | null }> = [
  { name: 'Mathematics', code: '041' },
  { name: 'Science', code: '086' },
  { name: 'Social Science', code: '087' },
  { name: 'English', code: '184' },
  { name: 'Hindi', code: '085' },
  { name: 'Gujarati', code: '110' },
  { name: 'Art', code: null },
  { name: 'Physical Education', code: null },
]

const demoTeachers = [
  {
    name: 'Kavita Rao',
    qualification: 'M.Sc., B.Ed.',
    designation: 'Senior teacher',
    subjectsTaught: 'Mathematics',
    mobileNumber: '9825100001',
  },
  {
    name: 'Imtiyaz Qureshi',
    qualification: 'M.A., B.Ed.',
    designation: 'Assistant teacher',
    subjectsTaught: 'Social Science, Hindi',
    mobileNumber: '9825100002',
  },
  {
    name: 'Leela Menon',
    qualification: 'B.Sc., B.Ed.',
    designation: 'Assistant teacher',
    subjectsTaught: 'Science',
    mobileNumber: '9825100003',
  },
  { name: 'Dinesh Rathod', qualification: 'B.P.Ed.', designation: 'Sports teacher', mobileNumber: '9825100004' },
] as const

/**
 * Creates the demo school's subjects, teachers and staff of each role. The first teacher has an account and is class
 * teacher of the first section; `demoSignIns` lists the accounts.
 */
export async function makeDemoTeaching(
  school: MadeSchool,
  of: { classes: readonly MadeClass[]; sections: readonly MadeSection[] },
): Promise<void> {
  for (const subject of demoSubjects) await makeSubject(school, { ...subject, classes: of.classes })
  const staff = (role: MadeStaff['role'], name: string, part: string, password: string) =>
    makeStaff(school, { role, name, email: `${part}@demo.shala.test`, password })
  await staff('accounts', 'Harish Trivedi', 'accounts', 'Demo-accounts-2026')
  await staff('office', 'Farida Shaikh', 'clerk', 'Demo-clerk-2026')
  const signIn = await staff('teacher', demoTeachers[0].name, 'teacher', 'Demo-teacher-2026')
  for (const [index, teacher] of demoTeachers.entries()) {
    await makeTeacher(school, {
      ...teacher,
      employeeNumber: `DV-T-${String(index + 1).padStart(2, '0')}`,
      section: of.sections[index],
      staff: index === 0 ? signIn : undefined,
    })
  }
}
