import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { listStudents, listTicked } from './list-students.server'

type StudentsQuery = Parameters<typeof listStudents>[1]
type Change = Partial<Omit<StudentsQuery, 'filters'>> & { filters?: Partial<StudentsQuery['filters']> }

async function listed(school: MadeSchool, { filters, ...change }: Change = {}) {
  const input = { search: '', sort: 'name', descending: false, page: 1 } as const
  const off = { session: '', class: '', section: '', status: '', gender: '', category: '', rte: '' }
  return listStudents(school.scope, { ...input, ...change, filters: { ...off, ...filters } })
}

const names = async (school: MadeSchool, change: Change = {}) =>
  (await listed(school, change)).rows.map((row) => row.firstName)

it('finds students by name, e-mail, mobile or enrollment number, and shows their section in the session', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const older = await makeAcademicSession(school, { startYear: 2019 })
  const six = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(six)
  const b = await makeSection(six, { name: 'B' })
  const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', mobileNumber: '9000000001' })
  const ravi = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar', email: 'ravi_k@school.test' })
  await makeStudent(await makeSchool(), { firstName: 'Asha', lastName: 'Patel' })
  await makeEnrollment(asha, { session, class: six, section, rollNumber: 4 })
  await makeEnrollment(ravi, { session: older, class: six, section })

  expect(await names(school)).toEqual(['Ravi', 'Asha'])
  expect(await names(school, { descending: true })).toEqual(['Asha', 'Ravi'])
  expect((await listed(school)).rows[1]).toMatchObject({
    className: 'Class 6',
    sectionName: 'A',
    rollNumber: 4,
    hasPassword: false,
  })
  expect(await names(school, { search: 'asha pat' })).toEqual(['Asha'])
  expect(await names(school, { search: '9000000001' })).toEqual(['Asha'])
  expect(await names(school, { search: 'ravi_k@' })).toEqual(['Ravi'])
  expect(await names(school, { search: ravi.enrollmentNumber })).toEqual(['Ravi'])
  expect(await names(school, { search: 'r_v' })).toEqual([])
  expect(await names(school, { search: 'હંસા😀' })).toEqual([])
  expect(await names(school, { filters: { class: six.publicId } })).toEqual(['Asha'])
  expect(await names(school, { filters: { section: section.publicId } })).toEqual(['Asha'])
  expect(await names(school, { filters: { section: b.publicId } })).toEqual([])
  expect(await names(school, { filters: { session: older.publicId } })).toEqual(['Ravi'])
  expect(await names(school, { filters: { session: older.publicId, class: six.publicId } })).toEqual(['Ravi'])
  expect(await names(school, { sort: 'class' })).toEqual(['Asha', 'Ravi'])
})

it('filters by gender, category and RTE, alone and combined', async () => {
  const school = await makeSchool()
  const add = (firstName: string, gender: 'Male' | 'Female', category: 'SC' | 'OBC', rte: boolean) =>
    makeStudent(school, { firstName, lastName: 'Shah', gender, category, rte })
  await add('Asha', 'Female', 'SC', true)
  await add('Bina', 'Female', 'OBC', false)
  await add('Chirag', 'Male', 'SC', false)
  const chosen = (filters: Change['filters']) => names(school, { filters })
  expect(await chosen({ gender: 'Female' })).toEqual(['Asha', 'Bina'])
  expect(await chosen({ category: 'SC' })).toEqual(['Asha', 'Chirag'])
  expect(await chosen({ rte: 'yes' })).toEqual(['Asha'])
  expect(await chosen({ rte: 'no' })).toEqual(['Bina', 'Chirag'])
  expect(await chosen({ gender: 'Female', category: 'OBC', rte: 'no' })).toEqual(['Bina'])
  expect(await chosen({ gender: 'Other' })).toEqual([])
})

it('filters students by status, and shows no section for a student who left', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const section = await makeSection(six)
  const add = async (firstName: string, facts: object, rollNumber: number) => {
    const made = await makeStudent(school, { firstName, lastName: 'Shah', ...facts })
    await makeEnrollment(made, { class: six, section, rollNumber })
    return made
  }
  await add('Active', { password: 'blue kite river' }, 1)
  await add('Inactive', { status: 'inactive' }, 2)
  const left = await add('Left', {}, 3)
  await add('New', {}, 4)
  await execute(`UPDATE students SET status = 'left', left_on = '2026-08-01' WHERE id = :id`, { id: left.id })
  await execute(`UPDATE enrollments SET status = 'left', left_on = '2026-08-01' WHERE student_id = :id`, {
    id: left.id,
  })

  const status = (name: string) => names(school, { filters: { status: name, class: six.publicId } })
  expect(await names(school)).toEqual(['Active', 'Inactive', 'Left', 'New'])
  expect(await names(school, { filters: { section: section.publicId } })).toEqual(['Active', 'Inactive', 'New'])
  expect(await status('active')).toEqual(['Active', 'New'])
  expect(await status('inactive')).toEqual(['Inactive'])
  expect(await status('left')).toEqual(['Left'])
  expect(await status('no-password')).toEqual(['New'])
  const [gone] = (await listed(school, { filters: { status: 'left' } })).rows
  expect(gone).toMatchObject({ className: six.name, rollNumber: 3, status: 'left' })
  expect((await listed(school, { search: 'Left' })).rows[0]).toMatchObject({ className: null })
})

it('lists the selected students, but not those of other schools or, for a teacher, of other sections', async () => {
  const school = await makeSchool()
  const [seven, six] = [await makeClass(school, { name: 'Class 7' }), await makeClass(school, { name: 'Class 6' })]
  const [ofSeven, ofSix] = [await makeSection(seven), await makeSection(six)]
  const asha = await makeStudent(school, { firstName: 'Asha' })
  const ravi = await makeStudent(school, { firstName: 'Ravi' })
  const unplaced = await makeStudent(school, { firstName: 'Zeel' })
  await makeEnrollment(asha, { class: seven, section: ofSeven })
  await makeEnrollment(ravi, { class: six, section: ofSix })
  const foreign = await makeStudent(await makeSchool())
  const ids = [asha, ravi, unplaced, foreign].map(({ publicId }) => publicId)
  const found = await listTicked(school.scope, ids)
  expect(found.map((row) => [row.firstName, row.className])).toEqual(
    expect.arrayContaining([
      ['Ravi', 'Class 6'],
      ['Asha', 'Class 7'],
      ['Zeel', null],
    ]),
  )
  expect(found).toHaveLength(3)
  expect((await listTicked(school.scope, ids, [ofSix.id])).map((row) => row.firstName)).toEqual(['Ravi'])
  expect(await listTicked(school.scope, [])).toEqual([])
})
