import { expect, it } from 'vitest'
import { shownValues } from '~/kit/forms/fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { makeClass, makeSection } from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeTeacher } from '../../../../tests/factories/teaching'
import { teacherForm } from './academic-fields'
import { sectionsOfTeacher } from './section-queries.server'
import { sections } from './sections.server'
import {
  sectionsLedBy,
  setTeacherStatus,
  signInChoices,
  suggestEmployeeNumber,
  teacherChoices,
  teacherRecords,
  teachers,
} from './teachers.server'

const linkOf = (email: string, token: string) => `http://shala.test/${email}/${token}`
const records = teacherRecords(linkOf)
const everything = { search: '', sort: 'name', descending: false, page: 1 } as const
const empty = {
  ...{ email: null, mobileNumber: null, qualification: null, joinedOn: null },
  ...{ designation: null, subjectsTaught: null },
}
type Fields = Parameters<typeof records.create>[2]
const fields = (more: Partial<Fields> = {}): Fields => ({
  employeeNumber: 'T-1',
  firstName: 'Leela',
  lastName: 'Menon',
  signIn: 'none',
  ...empty,
  ...more,
})
const createTeacher = (scope: SchoolScope, values: Fields) => records.create(scope, unique(), values)
/** Loads the teacher and saves these values with the loaded version. */
async function updateTeacher(scope: SchoolScope, publicId: string, values: Fields) {
  const opened = await teachers.find(scope, publicId)
  return records.update(scope, publicId, opened?.version ?? 1, values)
}
type SectionFields = { class: string; name: string; capacity: number; classTeacher: string | null }
async function updateSection(scope: SchoolScope, publicId: string, values: SectionFields) {
  const opened = await sections.find(scope, publicId)
  return sections.update(scope, publicId, opened?.version ?? 1, values)
}

async function mailsOf(school: MadeSchool) {
  return readRows<{ toAddress: string; bodyText: string }>(
    'SELECT to_address AS toAddress, body_text AS bodyText FROM outgoing_mail WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
}

it('adds teachers and finds them by name, number, e-mail and mobile', async () => {
  const school = await makeSchool()
  const posts = { designation: 'TGT', subjectsTaught: 'Mathematics, Science' }
  const details = { email: 'leela@school.test', mobileNumber: '9898989898', qualification: 'M.Sc.', ...posts }
  const made = await createTeacher(school.scope, fields({ ...details, joinedOn: '2020-06-08' }))
  if (!made.ok) throw new Error(made.reason)
  await makeTeacher(school, { name: 'Dinesh Rathod', status: 'inactive' })
  await makeTeacher(await makeSchool(), { name: 'Leela Menon' })
  const found = async ({ search = '', status = '' }) =>
    (await teachers.list(school.scope, { ...everything, search, filters: { status } })).rows.map((row) => row.name)
  expect(await found({})).toEqual(['Leela Menon', 'Dinesh Rathod'])
  expect(await found({ search: 'leela m' })).toEqual(['Leela Menon'])
  expect(await found({ search: 'T-1' })).toEqual(['Leela Menon'])
  expect(await found({ search: '98989' })).toEqual(['Leela Menon'])
  expect(await found({ search: 'leela@' })).toEqual(['Leela Menon'])
  expect(await found({ status: 'inactive' })).toEqual(['Dinesh Rathod'])
  expect((await teacherChoices(school.scope)).map((one) => one.name)).toEqual(['Leela Menon'])
  expect(await teachers.find(school.scope, made.value)).toMatchObject({
    ...posts,
    joinedOn: '2020-06-08',
    signIn: 'none',
  })
  expect(await mailsOf(school)).toEqual([])
})

it('refuses a duplicate employee number in a school', async () => {
  const school = await makeSchool()
  const first = await createTeacher(school.scope, fields())
  expect(await createTeacher(school.scope, fields())).toEqual({ ok: false, reason: 'number-taken' })
  const second = await createTeacher(school.scope, fields({ employeeNumber: 'T-2' }))
  if (!first.ok || !second.ok) throw new Error('not made')
  expect(await updateTeacher(school.scope, second.value, fields())).toEqual({ ok: false, reason: 'number-taken' })
  const other = await makeSchool()
  expect((await createTeacher(other.scope, fields())).ok).toBe(true)
  expect(await updateTeacher(other.scope, second.value, fields())).toEqual({ ok: false, reason: 'not-found' })
})

it('creates a teacher together with a sign-in of the role teacher, or neither', async () => {
  const school = await makeSchool()
  const taken = await makeStaff(await makeSchool())
  const invited = fields({ email: `t.${school.publicId}@school.test`, signIn: 'invite' })
  const made = await createTeacher(school.scope, invited)
  if (!made.ok) throw new Error(made.reason)
  const teacher = await teachers.find(school.scope, made.value)
  expect(teacher).toMatchObject({ signInName: `Leela Menon (${invited.email})`, signInStatus: 'active' })
  const [mail] = await mailsOf(school)
  expect(mail?.toAddress).toBe(invited.email)
  expect(mail?.bodyText).toContain(`http://shala.test/${invited.email}/`)
  // An omitted sign-in stays; an explicit 'none' removes it.
  await updateTeacher(school.scope, made.value, fields({ signIn: null }))
  expect((await teachers.find(school.scope, made.value))?.signIn).toBe(teacher?.signIn)
  await updateTeacher(school.scope, made.value, fields({ signIn: 'none' }))
  expect((await teachers.find(school.scope, made.value))?.signIn).toBe('none')

  const clash = fields({ employeeNumber: 'T-9', email: taken.email, signIn: 'invite' })
  expect(await createTeacher(school.scope, clash)).toEqual({ ok: false, reason: 'email-taken' })
  expect((await teachers.list(school.scope, { ...everything, filters: { status: '' } })).total).toBe(1)
  expect(await mailsOf(school)).toHaveLength(1)
})

it('links a sign-in to one teacher only, and refuses one of another school', async () => {
  const school = await makeSchool()
  const staff = await makeStaff(school, { role: 'teacher' })
  const theirs = await makeStaff(await makeSchool())
  const foreign = fields({ signIn: theirs.publicId })
  expect(await createTeacher(school.scope, foreign)).toEqual({ ok: false, reason: 'no-such-sign-in' })
  expect((await signInChoices(school.scope, null)).map((one) => one.publicId)).toEqual([staff.publicId])
  const first = await createTeacher(school.scope, fields({ signIn: staff.publicId }))
  if (!first.ok) throw new Error(first.reason)
  expect(await signInChoices(school.scope, null)).toEqual([])
  const own = (await teachers.find(school.scope, first.value))?.id ?? 0
  expect(await signInChoices(school.scope, own)).toHaveLength(1)
  const second = fields({ employeeNumber: 'T-2', signIn: staff.publicId })
  expect(await createTeacher(school.scope, second)).toEqual({ ok: false, reason: 'sign-in-taken' })
})

it('requires an e-mail for an invitation', () => {
  const typed = { employee_number: 'T-1', first_name: 'Leela', last_name: 'Menon', sign_in: 'invite' }
  const parsed = records.schema.safeParse(typed)
  expect(parsed.error?.issues.map((issue) => [issue.path.join(), issue.message])).toEqual([
    ['email', 'The invitation needs an e-mail'],
  ])
})

it('accepts only active teachers of this school as class teachers', async () => {
  const school = await makeSchool()
  const ofClass = await makeClass(school)
  const teacher = await makeTeacher(school)
  const gone = await makeTeacher(school, { status: 'inactive' })
  const theirs = await makeTeacher(await makeSchool())
  const section = { class: ofClass.publicId, name: 'A', capacity: 40, classTeacher: null }
  for (const wrong of [gone, theirs]) {
    const named = { ...section, classTeacher: wrong.publicId }
    expect(await sections.create(school.scope, unique(), named)).toEqual({ ok: false, reason: 'no-such-teacher' })
  }
  const made = await sections.create(school.scope, unique(), { ...section, classTeacher: teacher.publicId })
  if (!made.ok) throw new Error(made.reason)
  expect(await sections.find(school.scope, made.value)).toMatchObject({
    teacherName: teacher.name,
    classTeacher: teacher.publicId,
  })
  const list = { ...everything, search: teacher.name, sort: 'teacher', filters: { class: '' } } as const
  expect((await sections.list(school.scope, list)).total).toBe(1)
  expect(await updateSection(school.scope, made.value, { ...section, classTeacher: gone.publicId })).toEqual({
    ok: false,
    reason: 'no-such-teacher',
  })
  await updateSection(school.scope, made.value, section)
  expect((await sections.find(school.scope, made.value))?.classTeacher).toBeNull()
})

it('refuses to delete a class teacher; a deactivated teacher leads no section', async () => {
  const school = await makeSchool()
  const section = await makeSection(await makeClass(school))
  const teacher = await makeTeacher(school, { section })
  expect(await records.remove(school.scope, teacher.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await sectionsLedBy(school.scope, teacher.id)).toHaveLength(1)
  const other = await makeSchool()
  expect(await setTeacherStatus(other.scope, teacher.publicId, 'inactive')).toEqual({ ok: false, reason: 'not-found' })
  await setTeacherStatus(school.scope, teacher.publicId, 'inactive')
  expect((await sections.find(school.scope, section.publicId))?.classTeacher).toBeNull()
  await setTeacherStatus(school.scope, teacher.publicId, 'active')
  expect((await teachers.find(school.scope, teacher.publicId))?.status).toBe('active')
  for (const [action, sectionsWithout] of [
    ['teacher.deactivated', 1],
    ['teacher.restored', 0],
  ] as const)
    expect(await entriesOf(school, action)).toMatchObject([
      { kind: 'teacher', id: teacher.id, details: { sectionsWithout } },
    ])
  expect(await records.remove(other.scope, teacher.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await records.remove(school.scope, teacher.publicId)).toEqual({ ok: true })
})

it('never leaves a section with a class teacher who is deactivated while the section is saved', async () => {
  const school = await makeSchool()
  const section = await makeSection(await makeClass(school))
  for (let round = 0; round < 5; round++) {
    const teacher = await makeTeacher(school)
    const fieldsOfSection = { class: '', name: 'A', capacity: 40, classTeacher: teacher.publicId }
    await Promise.all([
      updateSection(school.scope, section.publicId, fieldsOfSection),
      setTeacherStatus(school.scope, teacher.publicId, 'inactive'),
    ])
    expect((await sections.find(school.scope, section.publicId))?.classTeacher).toBeNull()
  }
})

it('lists the sections of a signed-in class teacher', async () => {
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

it('suggests the employee number after the highest, and none for the first teacher', async () => {
  const { scope } = await makeSchool()
  expect(await suggestEmployeeNumber(scope)).toBeUndefined()
  for (const employeeNumber of ['T-9', 'T-12', 'T-3']) await createTeacher(scope, fields({ employeeNumber }))
  expect(await suggestEmployeeNumber(scope)).toBe('T-13')
})

it('keeps a teacher with a single name, and ticks “single name” in the form', async () => {
  const { scope } = await makeSchool()
  const values = records.schema.parse({
    employee_number: 'T-1',
    first_name: 'Meena',
    last_name: '',
    one_name: true,
    sign_in: 'none',
  })
  const made = await createTeacher(scope, values)
  if (!made.ok) throw new Error(made.reason)
  const teacher = await teachers.find(scope, made.value)
  expect(teacher).toMatchObject({ firstName: 'Meena', lastName: '' })
  expect(teacher && shownValues(teacherForm, teacher)).toMatchObject({ last_name: '', one_name: true })
  expect((await teacherChoices(scope)).map(({ name }) => name)).toEqual(['Meena'])
})
