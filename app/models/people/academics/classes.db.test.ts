import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { makeFee } from '../../../../tests/factories/fees'
import { unique } from '../../../../tests/factories/insert'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { classes } from './classes.server'
import { sections } from './sections.server'

const createClass = (scope: SchoolScope, fields: { name: string; position: number }) =>
  classes.create(scope, unique(), { ...fields, subjects: [] })
const createSection = (scope: SchoolScope, fields: { class: string; name: string; capacity: number }) =>
  sections.create(scope, unique(), { ...fields, classTeacher: null })
const asked = { search: '', descending: false, page: 1 }

it('adds, renames, orders and finds classes', async () => {
  const school = await makeSchool()
  const ten = await createClass(school.scope, { name: 'Class 10', position: 10 })
  await createClass(school.scope, { name: 'Class 2', position: 2 })
  expect(await createClass(school.scope, { name: 'Class 2', position: 3 })).toEqual({ ok: false, reason: 'name-taken' })
  if (!ten.ok) throw new Error('not made')
  expect(await classes.update(school.scope, ten.value, 1, { name: 'Class 2', position: 1, subjects: [] })).toEqual({
    ok: false,
    reason: 'name-taken',
  })
  await classes.update(school.scope, ten.value, 1, { name: 'Nursery_%', position: 0, subjects: [] })
  const all = await classes.list(school.scope, { ...asked, sort: 'position', filters: {} })
  expect(all.rows.map((row) => row.name)).toEqual(['Nursery_%', 'Class 2'])
  expect(
    (await classes.list(school.scope, { ...asked, search: '%', page: 7, sort: 'position', filters: {} })).rows.map(
      (row) => row.name,
    ),
  ).toEqual(['Nursery_%'])
})

it('counts the students of the current session', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const section = await makeSection(six)
  const session = await currentSession(school)
  const before = await makeAcademicSession(school, { startYear: 2019 })
  await makeEnrollment(await makeStudent(school), { session, class: six, section })
  await makeEnrollment(await makeStudent(school), { session: before, class: six, section })
  const left = await makeEnrollment(await makeStudent(school), { session, class: six, section })
  await execute("UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE id = :id", { id: left.id })
  const { rows } = await classes.list(school.scope, { ...asked, sort: 'position', filters: {} })
  expect(rows.map(({ studying }) => studying)).toEqual([1])
})

it('refuses to delete a class with sections or fees, and one of another school', async () => {
  const school = await makeSchool()
  const withSection = await makeClass(school)
  await makeSection(withSection)
  const withFee = await makeClass(school)
  await makeFee(school, { class: withFee })
  const empty = await makeClass(school)
  expect(await classes.remove(school.scope, withSection.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await classes.remove(school.scope, withFee.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await classes.find(school.scope, withFee.publicId)).toMatchObject({
    students: 0,
    sections: 0,
    fees: 1,
    exams: 0,
  })
  expect(await classes.remove((await makeSchool()).scope, empty.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await classes.remove(school.scope, empty.publicId)).toEqual({ ok: true })
})

it('creates sections only in classes of this school', async () => {
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

it('refuses a capacity below the number of students in the section', async () => {
  const school = await makeSchool()
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass, { capacity: 3 })
  for (let roll = 1; roll <= 2; roll++) {
    await makeEnrollment(await makeStudent(school), { class: ofClass, section, rollNumber: roll })
  }
  const save = (version: number, name: string, capacity: number) =>
    sections.update(school.scope, section.publicId, version, { class: '', name, capacity, classTeacher: null })
  expect(await save(1, 'A', 1)).toMatchObject({
    ok: false,
    reason: 'too-small',
    seated: expect.stringMatching(/^2 students in /),
  })
  expect(await save(1, 'A1', 2)).toEqual({ ok: true })
  expect(await save(1, 'A2', 2)).toEqual({ ok: false, reason: 'changed' })
  const rows = (await sections.list(school.scope, { ...asked, sort: 'class', filters: { class: ofClass.publicId } }))
    .rows
  expect(rows).toEqual([
    { publicId: section.publicId, className: ofClass.name, name: 'A1', capacity: 2, taken: 2, teacherName: null },
  ])
  expect(await sections.remove(school.scope, section.publicId)).toEqual({ ok: false, reason: 'in-use' })
})

it('reports a conflict to the second of two clerks, and creates one class per form', async () => {
  const { scope } = await makeSchool()
  const made = await classes.create(scope, 'one-form-1', { name: 'Class 1', position: 1, subjects: [] })
  if (!made.ok) throw new Error('not made')
  expect(await classes.create(scope, 'one-form-1', { name: 'Class 1', position: 1, subjects: [] })).toEqual(made)
  const save = (name: string) => classes.update(scope, made.value, 1, { name, position: 1, subjects: [] })
  const outcomes = await Promise.all([save('Class I'), save('First class')])
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes).toContainEqual({ ok: false, reason: 'changed' })
})
