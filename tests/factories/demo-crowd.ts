import { todayInIndia } from '~/models/core/shared/calendar'
import { studentScope } from '~/models/core/shared/scope.server'
import type { MadeSection, MadeSession } from './academics'
import { makeSchoolAttendance } from './attendance'
import { type Classes, enrollMembers, type Member, type Written, writeStudents } from './crowd'
import { payYear } from './crowd-payments'
import { makeDemoExams } from './demo-exams'
import { makeDemoBoarders } from './demo-hostels'
import { makeDemoRush } from './demo-transport'
import type { DemoTransport } from './demo-transport-locations'
import { readRows } from './read'
import type { MadeSchool, MadeStaff } from './school'
import { makeTeacher } from './teaching'
import { type Course, fillWeeks, type MadePeriod } from './timetable'

/** The demo school with all students: twelve classes of two sections. */
export interface DemoSchool {
  school: MadeSchool
  office: MadeStaff
  last: MadeSession
  current: MadeSession
  /** By grade, class 1 first. */
  classes: readonly Classes[]
  now: Date
}

const seatsTaken = 25
const daysOfLastYear = 150
const passengers = 54
const boarders = 24

/** Fills every section up to twenty-five students, in this year and, one class lower, in the previous year. */
export async function makeDemoCrowd({ school, last, current, classes, now }: DemoSchool): Promise<Written[]> {
  const taken = await readRows<{ sectionId: number; count: number }>(
    `SELECT section_id AS sectionId, COUNT(*) AS count FROM enrollments
     WHERE school_id = :schoolId AND academic_session_id = :sessionId GROUP BY section_id`,
    { schoolId: school.id, sessionId: current.id },
  )
  const takenIn = ({ id }: MadeSection) => taken.find(({ sectionId }) => sectionId === id)?.count ?? 0
  const places = classes.flatMap(({ sections }, grade) =>
    sections.flatMap((made, section) =>
      Array.from({ length: seatsTaken - takenIn(made) }, (): Pick<Member, 'grade' | 'section'> => ({ grade, section })),
    ),
  )
  const members = places.map((place, index) => ({
    ...place,
    enrollmentNumber: `DV-2025-${String(index + 1).padStart(4, '0')}`,
    mobileNumber: `99250${String(index + 1).padStart(5, '0')}`,
    // Only one family in four has a mail address, as at most schools.
    email: index % 4 === 0 ? `family${index + 1}@demo.shala.test` : null,
    rte: index % 14 === 3,
  }))
  const students = await writeStudents(school, members, { now })
  await enrollMembers(school, students, { sessions: [last, current], classes, now })
  return students
}

/**
 * Creates the data of a school in use for these students: money, attendance of this and the previous year, exams,
 * lessons, passengers and boarders.
 */
export async function makeDemoYears(
  demo: DemoSchool,
  students: readonly Written[],
  fleet: DemoTransport,
  attendance: () => Promise<void>,
): Promise<void> {
  const { school, office, last, current, now } = demo
  const today = todayInIndia(now)
  const after = Math.min(...students.map(({ id }) => id)) - 1
  const riding = students.filter((_, index) => index % 11 === 2).slice(0, passengers)
  const living = students.filter(({ grade }, index) => grade > 4 && index % 11 === 5).slice(0, boarders)
  const makeMoney = async () => {
    await payYear(office, last, { today: null, after })
    await payYear(office, current, { today, after })
    await makeDemoRush(office, fleet, riding.map(scoped(school)))
    await makeDemoBoarders(office, school, living.map(scoped(school)))
  }
  // Attendance keeps the database busy for seconds, and the other work keeps this process busy: run both in parallel.
  await Promise.all([
    attendance().then(() => makeSchoolAttendance(school, daysOfLastYear, now, last)),
    makeMoney(),
    makeYearsExams(demo, today).then(() => makeLessons(demo)),
  ])
}

/** Creates exams of both years, except those of this year's class 8 (last year's class 7), which exist already. */
async function makeYearsExams({ office, last, current, classes }: DemoSchool, today: string): Promise<void> {
  for (const [grade, { class: ofClass }] of classes.entries()) {
    if (grade === 7) continue
    const lastYear = grade === 6 || grade === 11 ? undefined : { session: last, class: ofClass }
    await makeDemoExams(office.scope, { session: current, class: ofClass }, today, lastYear)
  }
}

const scoped =
  (school: MadeSchool) =>
  ({ id, name, isGirl }: Written) => ({ id, isGirl, scope: studentScope(school.id, id, { kind: 'student', id, name }) })

const courses: ReadonlyArray<[subject: string, lessons: number]> = [
  ['Mathematics', 7],
  ['Science', 6],
  ['Social Science', 6],
  ['English', 6],
  ['Hindi', 5],
  ['Gujarati', 5],
  ['Art', 2],
]
const teachers = ['Alpa', 'Bhavesh', 'Chetna', 'Deepak', 'Falguni', 'Hitesh', 'Jagruti']
const families = ['Dave', 'Panchal', 'Chauhan', 'Makwana', 'Raval']
const sectionsOfATeam = 5

/**
 * Gives each section without a timetable its lessons and a class teacher. A team of seven teachers serves five
 * sections.
 */
async function makeLessons({ school, current, classes }: DemoSchool): Promise<void> {
  const of = { schoolId: school.id }
  const periods = await readRows<Omit<MadePeriod, 'isBreak'> & { isBreak: number }>(
    `SELECT id, public_id AS publicId, name, starts_at AS startsAt, ends_at AS endsAt, is_break AS isBreak
     FROM bell_periods WHERE school_id = :schoolId ORDER BY starts_at`,
    of,
  )
  const subjects = await readRows<{ id: number; publicId: string; name: string }>(
    'SELECT id, public_id AS publicId, name FROM subjects WHERE school_id = :schoolId',
    of,
  )
  const busy = await readRows<{ id: number }>(
    'SELECT DISTINCT section_id AS id FROM timetable_entries WHERE school_id = :schoolId',
    of,
  )
  const sections = classes.flatMap((one) => one.sections).filter(({ id }) => !busy.some((other) => other.id === id))
  for (let from = 0; from < sections.length; from += sectionsOfATeam) {
    const team: Course[] = []
    const own = sections.slice(from, from + sectionsOfATeam)
    for (const [index, [name, lessons]] of courses.entries()) {
      const subject = subjects.find((one) => one.name === name)
      if (!subject) throw new Error(`The demo has ${name}`)
      const nth = from / sectionsOfATeam
      const teacher = await makeTeacher(school, {
        name: `${teachers[index]} ${families[nth % families.length]}`,
        employeeNumber: `DV-T-${21 + nth * courses.length + index}`,
        qualification: 'M.A., B.Ed.',
        section: own[index],
      })
      team.push({ subject, teacher, lessons })
    }
    const placed = own.map((section, index) => ({ section, roomNo: String(201 + from + index) }))
    const all = periods.map((period) => ({ ...period, isBreak: period.isBreak === 1 }))
    await fillWeeks({ session: current, periods: all, courses: team }, placed)
  }
}
