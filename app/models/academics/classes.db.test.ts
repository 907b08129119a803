import { expect, it } from 'vitest'
import { makeClass, makeEnrollment, makeSection } from '../../../tests/factories/academics'
import { makeFee } from '../../../tests/factories/fees'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { createClass } from './create-class.server'
import { createSection } from './create-section.server'
import { deleteClass } from './delete-class.server'
import { deleteSection } from './delete-section.server'
import { findDependents } from './dependents.server'
import { listClasses } from './queries.server'
import { fullestSession, listSections } from './section-queries.server'
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
  const all = await listClasses(school.scope, { search: '', sort: 'position', descending: false, page: 1 })
  expect(all.rows.map((row) => row.name)).toEqual(['Nursery_%', 'Class 2'])
  expect(
    (await listClasses(school.scope, { search: '%', sort: 'position', descending: false, page: 7 })).rows.map(
      (row) => row.name,
    ),
  ).toEqual(['Nursery_%'])
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
  expect(await findDependents(school.scope, { kind: 'class', id: withFee.id })).toMatchObject({
    students: 0,
    sections: 0,
    fees: 1,
    exams: 0,
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
  const rows = (
    await listSections(school.scope, {
      search: '',
      classId: ofClass.publicId,
      sort: 'class',
      descending: false,
      page: 1,
    })
  ).rows
  expect(rows).toEqual([
    { publicId: section.publicId, className: ofClass.name, name: 'A1', capacity: 2, taken: 2, classTeacher: null },
  ])
  expect(await fullestSession(school.scope, section.publicId)).toMatchObject({ taken: 2 })
  expect(await deleteSection(school.scope, section.publicId)).toEqual({ ok: false, reason: 'in-use' })
})
