import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { makeSubject, makeTeacher } from '../../../../../tests/factories/teaching'
import { makeEntry, makePeriods } from '../../../../../tests/factories/timetable'
import { loader } from './index'

async function open(cookie: string) {
  const request = new Request('http://localhost:3000/students/timetable', { headers: { cookie } })
  return countQueries(() => loader({ request, params: {}, context: {} }))
}

it("shows the week of the student's own section in the current session, with breaks, in three SQL statements", async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 7' })
  const [section, other] = [await makeSection(ofClass), await makeSection(ofClass, { name: 'B' })]
  const student = await makeStudent(school)
  await makeEnrollment(student, { session, class: ofClass, section })
  const [first, , second] = await makePeriods(school, [
    { name: 'Period 1', startsAt: '08:00', endsAt: '08:45', isBreak: false },
    { name: 'Recess', startsAt: '08:45', endsAt: '09:00', isBreak: true },
    { name: 'Period 2', startsAt: '09:00', endsAt: '09:45', isBreak: false },
  ])
  if (!first || !second) throw new Error('no periods')
  const teacher = await makeTeacher(school, { name: 'Meera Joshi' })
  const mathematics = await makeSubject(school, { name: 'Mathematics' })
  await makeEntry(section, { session, period: first, days: [1, 4], subject: mathematics, teacher, roomNo: '12' })
  await makeEntry(section, { session, period: second, days: [6], subject: mathematics })
  // Excludes lessons of another section and of another year.
  await makeEntry(other, { session, period: second, days: [1] })
  await makeEntry(section, {
    session: await makeAcademicSession(school, { startYear: 2014 }),
    period: second,
    days: [1],
  })

  const { cookie } = await signedInStudent(student)
  const { value, count } = await open(cookie)
  expect(count).toBe(3)
  expect(value.place).toBe(`Class 7 – A · ${session.name}`)
  expect(value.periods).toEqual([
    { name: 'Period 1', slot: '08:00-08:45', isBreak: false },
    { name: 'Recess', slot: '08:45-09:00', isBreak: true },
    { name: 'Period 2', slot: '09:00-09:45', isBreak: false },
  ])
  const lesson = { subject: 'Mathematics', teacher: 'Meera Joshi', roomNo: '12' }
  expect(value.days.map(({ name, lessons }) => [name, lessons])).toEqual([
    ['Monday', [expect.objectContaining(lesson), null, null]],
    ['Tuesday', [null, null, null]],
    ['Wednesday', [null, null, null]],
    ['Thursday', [expect.objectContaining(lesson), null, null]],
    ['Friday', [null, null, null]],
    ['Saturday', [null, null, expect.objectContaining({ subject: 'Mathematics', teacher: null, roomNo: null })]],
  ])
})

it('is empty before the school enters anything, for a student without a section, and for one who left', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const student = await makeStudent(school)
  const { cookie } = await signedInStudent(student)
  expect((await open(cookie)).value).toEqual({ place: null, periods: [], days: [] })
  const section = await makeSection(await makeClass(school, { name: '5' }))
  const ofClass = { id: section.classId, publicId: '', schoolId: school.id, name: '5' }
  const enrollment = await makeEnrollment(student, { session, class: ofClass, section })
  expect((await open(cookie)).value).toMatchObject({ place: `5 – A · ${session.name}`, days: [] })
  const [period] = await makePeriods(school)
  if (period) await makeEntry(section, { session, period, days: [1] })
  expect((await open(cookie)).value.days).toHaveLength(6)
  await execute("UPDATE enrollments SET status = 'left', left_on = '2026-11-02' WHERE id = :id", { id: enrollment.id })
  expect((await open(cookie)).value.days).toEqual([])
})
