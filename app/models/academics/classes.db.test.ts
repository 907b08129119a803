import { expect, it } from 'vitest'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../tests/factories/academics'
import { makeFee } from '../../../tests/factories/fees'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { createClass } from './create-class.server'
import { createSection } from './create-section.server'
import { deleteClass } from './delete-class.server'
import { deleteSection } from './delete-section.server'
import { listStudents } from './enrollment-queries.server'
import { findDependents, listClasses, listSections } from './queries.server'
import { updateClass } from './update-class.server'
import { updateSection } from './update-section.server'

it('adds, renames, orders and finds classes', async () => {
  const school = await makeSchool()
  const ten = await createClass(school.scope, { name: 'Class 10', position: 10 })
  await createClass(school.scope, { name: 'Class 2', position: 2 })
  expect(await createClass(school.scope, { name: 'Class 2', position: 3 })).toEqual({ ok: false, reason: 'name-taken' })
  if (!ten.ok) throw new Error('not made')
  expect(await updateClass(school.scope, ten.value, { name: 'Class 2', position: 1 })).toEqual({
    ok: false,
    reason: 'name-taken',
  })
  await updateClass(school.scope, ten.value, { name: 'Nursery_%', position: 0 })
  const all = await listClasses(school.scope, { search: '', page: 1 })
  expect(all.rows.map((row) => row.name)).toEqual(['Nursery_%', 'Class 2'])
  expect((await listClasses(school.scope, { search: '%', page: 7 })).rows.map((row) => row.name)).toEqual(['Nursery_%'])
})

it('refuses to delete a class that has sections or fees, and one of another school', async () => {
  const school = await makeSchool()
  const withSection = await makeClass(school)
  await makeSection(withSection)
  const withFee = await makeClass(school)
  await makeFee(school, { class: withFee })
  const empty = await makeClass(school)
  expect(await deleteClass(school.scope, withSection.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await deleteClass(school.scope, withFee.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await findDependents(school.scope, { kind: 'class', id: withFee.id })).toEqual({
    students: 0,
    sections: 0,
    fees: 1,
  })
  expect(await deleteClass((await makeSchool()).scope, empty.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await deleteClass(school.scope, empty.publicId)).toEqual({ ok: true })
})

it('puts sections only into classes of this school', async () => {
  const school = await makeSchool()
  const theirs = await makeClass(await makeSchool())
  expect(await createSection(school.scope, { class: theirs.publicId, name: 'A', capacity: 40 })).toEqual({
    ok: false,
    reason: 'no-such-class',
  })
  const own = await makeClass(school)
  expect((await createSection(school.scope, { class: own.publicId, name: 'A', capacity: 40 })).ok).toBe(true)
  expect(await createSection(school.scope, { class: own.publicId, name: 'A', capacity: 40 })).toEqual({
    ok: false,
    reason: 'name-taken',
  })
})

it('never lets a section become smaller than the students in it', async () => {
  const school = await makeSchool()
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass, { capacity: 3 })
  for (let roll = 1; roll <= 2; roll++) {
    await makeEnrollment(await makeStudent(school), { class: ofClass, section, rollNumber: roll })
  }
  expect(await updateSection(school.scope, section.publicId, { name: 'A', capacity: 1 })).toEqual({
    ok: false,
    reason: 'too-small',
  })
  expect(await updateSection(school.scope, section.publicId, { name: 'A1', capacity: 2 })).toEqual({ ok: true })
  const rows = (await listSections(school.scope, { search: '', classId: ofClass.publicId, page: 1 })).rows
  expect(rows).toEqual([{ publicId: section.publicId, className: ofClass.name, name: 'A1', capacity: 2, taken: 2 }])
  expect(await deleteSection(school.scope, section.publicId)).toEqual({ ok: false, reason: 'in-use' })
})

it('lists students by name, e-mail, mobile or number, with their place in the session', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const older = await makeAcademicSession(school, { startYear: 2019 })
  const six = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(six)
  const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', mobileNumber: '9000000001' })
  const ravi = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar', email: 'ravi_k@school.test' })
  await makeStudent(await makeSchool(), { firstName: 'Asha', lastName: 'Patel' })
  await makeEnrollment(asha, { session, class: six, section, rollNumber: 4 })
  await makeEnrollment(ravi, { session: older, class: six, section })
  const wish = { search: '', sessionId: '', classId: '', sort: 'name' as const, page: 1 }
  const names = async (change: Partial<typeof wish>) =>
    (await listStudents(school.scope, { ...wish, ...change })).rows.map((row) => row.firstName)

  expect(await names({})).toEqual(['Ravi', 'Asha'])
  expect((await listStudents(school.scope, wish)).rows[1]).toMatchObject({
    className: 'Class 6',
    sectionName: 'A',
    rollNumber: 4,
  })
  expect(await names({ search: 'asha pat' })).toEqual(['Asha'])
  expect(await names({ search: '9000000001' })).toEqual(['Asha'])
  expect(await names({ search: 'ravi_k@' })).toEqual(['Ravi'])
  expect(await names({ search: ravi.enrollmentNumber })).toEqual(['Ravi'])
  expect(await names({ search: 'r_v' })).toEqual([])
  expect(await names({ search: 'હંસા😀' })).toEqual([])
  expect(await names({ classId: six.publicId })).toEqual(['Asha'])
  expect(await names({ sessionId: older.publicId })).toEqual(['Ravi'])
  expect(await names({ sessionId: older.publicId, sort: 'name' })).toEqual(['Ravi'])
})
