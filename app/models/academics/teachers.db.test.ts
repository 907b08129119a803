import { expect, it } from 'vitest'
import { select } from '~/database/connection.server'
import { makeClass, makeSection } from '../../../tests/factories/academics'
import { type MadeSchool, makeSchool, makeStaff } from '../../../tests/factories/school'
import { makeTeacher } from '../../../tests/factories/teaching'
import { createSection } from './create-section.server'
import { createTeacher } from './create-teacher.server'
import { deleteTeacher } from './delete-teacher.server'
import { findSectionView, listSections, sectionsOfTeacher } from './section-queries.server'
import { setTeacherStatus } from './set-teacher-status.server'
import { findTeacher, listTeachers, sectionsLedBy, signInChoices, teacherChoices } from './teacher-queries.server'
import { type TeacherFields, teacherSchema } from './teacher-schema'
import { updateSection } from './update-section.server'
import { updateTeacher } from './update-teacher.server'

const linkOf = (email: string, token: string) => `http://shala.test/${email}/${token}`
const everything = { search: '', status: '', sort: 'name', descending: false, page: 1 } as const
const fields = (more: Partial<TeacherFields> = {}): TeacherFields => ({
  employee_number: 'T-1',
  first_name: 'Leela',
  last_name: 'Menon',
  ...more,
})

async function mailsOf(school: MadeSchool) {
  return select<{ toAddress: string; bodyText: string }>(
    'SELECT to_address AS toAddress, body_text AS bodyText FROM outgoing_mail WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
}

it('adds teachers and finds them by name, number, e-mail and mobile', async () => {
  const school = await makeSchool()
  const made = await createTeacher(
    school.scope,
    fields({
      email: 'leela@school.test',
      mobile_number: '9898989898',
      qualification: 'M.Sc.',
      joined_on: '2020-06-08',
    }),
    linkOf,
  )
  if (!made.ok) throw new Error(made.reason)
  await makeTeacher(school, { name: 'Dinesh Rathod', status: 'inactive' })
  await makeTeacher(await makeSchool(), { name: 'Leela Menon' })
  const found = async (change: Partial<{ search: string; status: string }>) =>
    (await listTeachers(school.scope, { ...everything, ...change })).rows.map((row) => row.name)
  expect(await found({})).toEqual(['Leela Menon', 'Dinesh Rathod'])
  expect(await found({ search: 'leela m' })).toEqual(['Leela Menon'])
  expect(await found({ search: 'T-1' })).toEqual(['Leela Menon'])
  expect(await found({ search: '98989' })).toEqual(['Leela Menon'])
  expect(await found({ search: 'leela@' })).toEqual(['Leela Menon'])
  expect(await found({ status: 'inactive' })).toEqual(['Dinesh Rathod'])
  expect((await teacherChoices(school.scope)).map((one) => one.name)).toEqual(['Leela Menon'])
  expect(await findTeacher(school.scope, made.value)).toMatchObject({ joinedOn: '2020-06-08', signInPublicId: null })
  expect(await mailsOf(school)).toEqual([])
})

it('refuses an employee number twice in a school', async () => {
  const school = await makeSchool()
  const first = await createTeacher(school.scope, fields(), linkOf)
  expect(await createTeacher(school.scope, fields(), linkOf)).toEqual({ ok: false, reason: 'number-taken' })
  const second = await createTeacher(school.scope, fields({ employee_number: 'T-2' }), linkOf)
  if (!first.ok || !second.ok) throw new Error('not made')
  expect(await updateTeacher(school.scope, second.value, fields(), linkOf)).toEqual({
    ok: false,
    reason: 'number-taken',
  })
  const other = await makeSchool()
  expect((await createTeacher(other.scope, fields(), linkOf)).ok).toBe(true)
  expect(await updateTeacher(other.scope, second.value, fields(), linkOf)).toEqual({ ok: false, reason: 'not-found' })
})

it('makes a sign-in of the role teacher in the same step, or none of both', async () => {
  const school = await makeSchool()
  const taken = await makeStaff(await makeSchool())
  const invited = fields({ email: `t.${school.publicId}@school.test`, sign_in: 'invite' })
  const made = await createTeacher(school.scope, invited, linkOf)
  if (!made.ok) throw new Error(made.reason)
  const teacher = await findTeacher(school.scope, made.value)
  expect(teacher).toMatchObject({ signInName: 'Leela Menon', signInEmail: invited.email, signInStatus: 'active' })
  const [mail] = await mailsOf(school)
  expect(mail?.toAddress).toBe(invited.email)
  expect(mail?.bodyText).toContain(`http://shala.test/${invited.email}/`)
  // Saved again without a word about the sign-in, it stays; told so, it goes.
  await updateTeacher(school.scope, made.value, fields(), linkOf)
  expect((await findTeacher(school.scope, made.value))?.staffUserId).toBe(teacher?.staffUserId)
  await updateTeacher(school.scope, made.value, fields({ sign_in: 'none' }), linkOf)
  expect((await findTeacher(school.scope, made.value))?.staffUserId).toBeNull()

  const clash = fields({ employee_number: 'T-9', email: taken.email, sign_in: 'invite' })
  expect(await createTeacher(school.scope, clash, linkOf)).toEqual({ ok: false, reason: 'email-taken' })
  expect((await listTeachers(school.scope, everything)).total).toBe(1)
  expect(await mailsOf(school)).toHaveLength(1)
})

it('gives one sign-in to one teacher, and none of another school', async () => {
  const school = await makeSchool()
  const staff = await makeStaff(school, { role: 'teacher' })
  const theirs = await makeStaff(await makeSchool())
  const foreign = fields({ sign_in: theirs.publicId })
  expect(await createTeacher(school.scope, foreign, linkOf)).toEqual({ ok: false, reason: 'no-such-sign-in' })
  expect((await signInChoices(school.scope, null)).map((one) => one.publicId)).toEqual([staff.publicId])
  const first = await createTeacher(school.scope, fields({ sign_in: staff.publicId }), linkOf)
  if (!first.ok) throw new Error(first.reason)
  expect(await signInChoices(school.scope, null)).toEqual([])
  const own = (await findTeacher(school.scope, first.value))?.id ?? 0
  expect(await signInChoices(school.scope, own)).toHaveLength(1)
  const second = fields({ employee_number: 'T-2', sign_in: staff.publicId })
  expect(await createTeacher(school.scope, second, linkOf)).toEqual({ ok: false, reason: 'sign-in-taken' })
})

it('wants an e-mail for an invitation', () => {
  const parsed = teacherSchema.safeParse({ ...fields(), sign_in: 'invite' })
  expect(parsed.error?.issues.map((issue) => [issue.path.join(), issue.message])).toEqual([
    ['email', 'The invitation needs an e-mail'],
  ])
})

it('makes only active teachers of this school class teachers', async () => {
  const school = await makeSchool()
  const ofClass = await makeClass(school)
  const teacher = await makeTeacher(school)
  const gone = await makeTeacher(school, { status: 'inactive' })
  const theirs = await makeTeacher(await makeSchool())
  const section = { class: ofClass.publicId, name: 'A', capacity: 40 }
  for (const wrong of [gone, theirs]) {
    const named = { ...section, class_teacher: wrong.publicId }
    expect(await createSection(school.scope, named)).toEqual({ ok: false, reason: 'no-such-teacher' })
  }
  const made = await createSection(school.scope, { ...section, class_teacher: teacher.publicId })
  if (!made.ok) throw new Error(made.reason)
  expect(await findSectionView(school.scope, made.value)).toMatchObject({
    classTeacher: teacher.name,
    classTeacherPublicId: teacher.publicId,
  })
  const list = { search: teacher.name, classId: '', sort: 'teacher', descending: false, page: 1 } as const
  expect((await listSections(school.scope, list)).total).toBe(1)
  expect(await updateSection(school.scope, made.value, { ...section, class_teacher: gone.publicId })).toEqual({
    ok: false,
    reason: 'no-such-teacher',
  })
  await updateSection(school.scope, made.value, section)
  expect((await findSectionView(school.scope, made.value))?.classTeacher).toBeNull()
})

it('keeps a class teacher from being deleted; who is deactivated leads no section any longer', async () => {
  const school = await makeSchool()
  const section = await makeSection(await makeClass(school))
  const teacher = await makeTeacher(school, { section })
  expect(await deleteTeacher(school.scope, teacher.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await sectionsLedBy(school.scope, teacher.id)).toHaveLength(1)
  const other = await makeSchool()
  expect(await setTeacherStatus(other.scope, teacher.publicId, 'inactive')).toEqual({ ok: false, reason: 'not-found' })
  await setTeacherStatus(school.scope, teacher.publicId, 'inactive')
  expect((await findSectionView(school.scope, section.publicId))?.classTeacher).toBeNull()
  await setTeacherStatus(school.scope, teacher.publicId, 'active')
  expect((await findTeacher(school.scope, teacher.publicId))?.status).toBe('active')
  expect(await deleteTeacher(other.scope, teacher.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await deleteTeacher(school.scope, teacher.publicId)).toEqual({ ok: true })
})

it('leaves no section with a teacher who is deactivated while it is saved', async () => {
  const school = await makeSchool()
  const section = await makeSection(await makeClass(school))
  for (let round = 0; round < 5; round++) {
    const teacher = await makeTeacher(school)
    const fieldsOfSection = { name: 'A', capacity: 40, class_teacher: teacher.publicId }
    await Promise.all([
      updateSection(school.scope, section.publicId, fieldsOfSection),
      setTeacherStatus(school.scope, teacher.publicId, 'inactive'),
    ])
    expect((await findSectionView(school.scope, section.publicId))?.classTeacher).toBeNull()
  }
})

it('knows the own sections of a signed-in teacher', async () => {
  const school = await makeSchool()
  const staff = await makeStaff(school, { role: 'teacher' })
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass)
  await makeSection(ofClass, { name: 'B' })
  const teacher = await makeTeacher(school, { staff, section })
  expect(await sectionsOfTeacher(school.scope, staff.id)).toEqual([
    { id: section.id, publicId: section.publicId, classPublicId: ofClass.publicId, className: 'Class 6', name: 'A' },
  ])
  expect(await sectionsOfTeacher((await makeSchool()).scope, staff.id)).toEqual([])
  await setTeacherStatus(school.scope, teacher.publicId, 'inactive')
  expect(await sectionsOfTeacher(school.scope, staff.id)).toEqual([])
})
