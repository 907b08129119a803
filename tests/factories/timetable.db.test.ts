import { expect, it } from 'vitest'
import { makeAcademicSession, makeClass, makeSection } from './academics'
import { readRows } from './read'
import { makeSchool } from './school'
import { makeSubject, makeTeacher } from './teaching'
import { makeDemoTimetable, makeSecondDemoTimetable } from './timetable'

it("gives the demo schools' sections full weeks without conflicting lessons", async () => {
  const school = await makeSchool()
  const [last, current] = [
    await makeAcademicSession(school, { startYear: 2020 }),
    await makeAcademicSession(school, { startYear: 2021, isCurrent: true }),
  ]
  const ofClass = await makeClass(school)
  const sections = [
    await makeSection(ofClass),
    await makeSection(ofClass, { name: 'B' }),
    await makeSection(ofClass, { name: 'C' }),
  ]
  for (const name of [
    'Mathematics',
    'Science',
    'Social Science',
    'English',
    'Hindi',
    'Gujarati',
    'Physical Education',
    'Art',
  ])
    await makeSubject(school, { name, classes: [ofClass] })
  for (const name of ['Kavita Rao', 'Leela Menon', 'Imtiyaz Qureshi', 'Dinesh Rathod'])
    await makeTeacher(school, { name })
  await makeDemoTimetable(school, { sections, current, last })
  const lessons = (sessionId: number) =>
    readRows<{ n: number }>(
      `SELECT CAST(COUNT(*) AS SIGNED) AS n FROM timetable_days WHERE academic_session_id = :sessionId
       GROUP BY section_id ORDER BY n`,
      { sessionId },
    )
  expect((await lessons(last.id)).map(({ n }) => n)).toEqual([39])
  const weeks = (await lessons(current.id)).map(({ n }) => n)
  expect(weeks).toHaveLength(3)
  expect(Math.min(...weeks)).toBeGreaterThanOrEqual(36)

  const second = await makeSchool()
  const five = await makeClass(second)
  const session = await makeAcademicSession(second, { isCurrent: true })
  await makeSecondDemoTimetable(five, await makeSection(five), session)
  expect((await lessons(session.id)).map(({ n }) => n)).toEqual([44])
})
