import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { listStudentsToPrint, type PrintQuery } from './list-for-print.server'

it('lists the active students of a class by roll number', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const section = await makeSection(six)
  const add = async (firstName: string, rollNumber: number | null, facts: object = {}) => {
    const student = await makeStudent(school, { firstName, ...facts })
    await makeEnrollment(student, { class: six, section, rollNumber })
    return student
  }
  await add('Last', null)
  await add('Second', 2, { category: 'ST', rte: true })
  await add('First', 1, { password: 'blue kite river' })
  await add('Inactive', 3, { status: 'inactive' })
  const left = await add('Left', 4)
  await execute(`UPDATE enrollments SET status = 'left', left_on = '2026-08-01' WHERE student_id = :id`, {
    id: left.id,
  })
  const alone = await makeStudent(school, { firstName: 'Alone' })

  const anyone = { gender: '', category: '', rte: '' }
  const off = { session: '', class: '', section: '', students: [], search: '', withoutPassword: false, ...anyone }
  const names = async (input: Partial<PrintQuery>) =>
    (await listStudentsToPrint(school.scope, { ...off, ...input })).map((row) => row.firstName)
  expect(await names({ class: six.publicId })).toEqual(['First', 'Second', 'Last'])
  expect(await names({ section: section.publicId, withoutPassword: true })).toEqual(['Second', 'Last'])
  expect(await names({ class: six.publicId, search: 'Secon' })).toEqual(['Second'])
  expect(await names({ class: six.publicId, category: 'ST', rte: 'yes' })).toEqual(['Second'])
  expect(await names({ students: [alone.publicId] })).toEqual(['Alone'])
  expect((await listStudentsToPrint(school.scope, { ...off, class: six.publicId }))[0]).toMatchObject({
    rollNumber: 1,
    className: six.name,
    fatherName: expect.any(String),
    photoKey: null,
    activationRound: 0,
  })
  const foreign = (await makeSchool()).scope
  expect(await listStudentsToPrint(foreign, { ...off, students: [alone.publicId] })).toEqual([])
})
