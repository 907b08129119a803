import { expect, it } from 'vitest'
import { countQueries } from '~/database/database.server'
import { makeAcademicSession, makeEnrollment } from '../../../../tests/factories/academics'
import { signedInStudent } from '../../../../tests/factories/accounts'
import { fillDashboard } from '../../../../tests/factories/dashboard'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { loader as academicLoader } from './academic-sessions'
import { loader } from './dashboard'

const asked = (path: string, cookie: string) => ({
  request: new Request(`http://localhost:3000${path}`, { headers: { cookie } }),
  params: {},
  context: {},
})

it('loads the whole dashboard, including the session, in six SQL statements', async () => {
  const student = await makeStudent(await makeSchool())
  await fillDashboard(student, await makeEnrollment(student))
  const { cookie } = await signedInStudent(student)
  const { value, count } = await countQueries(() => loader(asked('/students/dashboard', cookie)))
  expect(count).toBeLessThanOrEqual(6)
  expect(value).toMatchObject({ isEmpty: false, nextExam: { title: 'Unit Test 3', days: 3 } })
  expect(value.exams.map(({ note, tone, length }) => [note.split(' · ')[1], tone, length])).toEqual([
    ['09:00 AM', 'week', 5],
    ['11:30 AM', 'fortnight', 17],
    ['09:00 AM', 'month', 33],
    ['09:00 AM', 'later', 75],
    ['09:00 AM', 'later', 100],
  ])
  expect(value.cards.map((card) => card.value)).toEqual([expect.stringMatching(/%|N\/A/), '2', '85%', '1'])
})

it('lists the academic sessions, newest first, ten per page, in three SQL statements', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  for (let year = 2010; year < 2022; year++)
    await makeEnrollment(student, {
      session: await makeAcademicSession(school, { startYear: year }),
      rollNumber: year - 2000,
      enrolledOn: `${year}-06-01`,
    })
  await makeEnrollment(await makeStudent(school))
  const { cookie } = await signedInStudent(student)
  const { value, count } = await countQueries(() => academicLoader(asked('/students/academic-sessions', cookie)))
  expect(count).toBe(3)
  expect(value).toMatchObject({
    page: 1,
    pages: 2,
    student: { enrollmentNumber: student.enrollmentNumber, enrolledOn: '2010-06-01', email: student.email },
  })
  expect(value.rows.map(({ sessionName, rollNumber }) => [sessionName, rollNumber])).toHaveLength(10)
  expect(value.rows[0]).toMatchObject({ sessionName: '2021-22', rollNumber: 21, sectionName: 'A' })
  const last = await academicLoader(asked('/students/academic-sessions?page=99', cookie))
  expect([last.page, last.rows.map(({ sessionName }) => sessionName)]).toEqual([2, ['2011-12', '2010-11']])
  const nobody = await signedInStudent(await makeStudent(school))
  const empty = await academicLoader(asked('/students/academic-sessions', nobody.cookie))
  expect(empty).toMatchObject({ page: 1, pages: 1, rows: [], student: { enrolledOn: null } })
})
