import { newPublicId } from '~/models/core/shared/public-id.server'
import { defaultPeriods, weekdays } from '~/models/learning/timetable/options'
import type { MadeClass, MadeSection, MadeSession } from './academics'
import { insert, insertMany, unique } from './insert'
import { readRows } from './read'
import { type MadeSubject, makeSubject, makeTeacher } from './teaching'

export interface MadePeriod {
  id: number
  publicId: string
  name: string
  /** `08:00` */
  startsAt: string
  endsAt: string
  isBreak: boolean
}

export interface MadeEntry {
  id: number
  publicId: string
}

/** Creates bell periods of the school, by default the eight of the specification. */
export async function makePeriods(
  school: { id: number },
  given: ReadonlyArray<Omit<MadePeriod, 'id' | 'publicId'>> = defaultPeriods,
): Promise<MadePeriod[]> {
  const periods: MadePeriod[] = []
  const now = new Date()
  for (const period of given) {
    const publicId = newPublicId()
    const id = await insert('bell_periods', {
      public_id: publicId,
      school_id: school.id,
      form_key: publicId,
      name: period.name,
      starts_at: period.startsAt,
      ends_at: period.endsAt,
      is_break: period.isBreak ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    periods.push({ id, publicId, ...period })
  }
  return periods
}

/** Creates a lesson on the listed days, by default with a new subject. */
export async function makeEntry(
  section: MadeSection,
  of: {
    session: Pick<MadeSession, 'id'>
    period: Pick<MadePeriod, 'id'>
    days: readonly number[]
    subject?: { id: number }
    teacher?: { id: number } | null
    roomNo?: string | null
  },
): Promise<MadeEntry> {
  // Gujarati, so that it adds no Latin word to a student's page.
  const subject = of.subject ?? (await makeSubject({ id: section.schoolId }, { name: `ગણિત ${unique()}` }))
  const publicId = newPublicId()
  const now = new Date()
  const shared = {
    school_id: section.schoolId,
    academic_session_id: of.session.id,
    section_id: section.id,
    period_id: of.period.id,
    teacher_id: of.teacher?.id ?? null,
    room_no: of.roomNo ?? null,
  }
  const times = { created_at: now, updated_at: now }
  const id = await insert('timetable_entries', { public_id: publicId, subject_id: subject.id, ...shared, ...times })
  await insertMany(
    'timetable_days',
    of.days.map((day) => ({ entry_id: id, day, ...shared })),
  )
  return { id, publicId }
}

/** Values for the URLs of timetable pages: public ids and a time. */
export interface TimetableThings {
  /** `period` has a lesson, `sparePeriod` has none. */
  period: string
  sparePeriod: string
  /** Start of a period in which the section is free. */
  freeAt: string
  entry: string
  spareEntry: string
}

/** Creates four bell periods, and lessons of the section in the first two. */
export async function makeTimetableThings(section: MadeSection, session: MadeSession): Promise<TimetableThings> {
  const [first, second, third, last] = await makePeriods({ id: section.schoolId }, defaultPeriods.slice(0, 4))
  if (!first || !second || !third || !last) throw new Error('there are eight periods')
  // A lesson is copied to another session only when its class learns the subject.
  const subject = await makeSubject(
    { id: section.schoolId },
    { name: `ગણિત ${unique()}`, classes: [{ id: section.classId }] },
  )
  const entry = await makeEntry(section, { session, period: first, days: [1, 3], roomNo: '12', subject })
  const spareEntry = await makeEntry(section, { session, period: second, days: [2] })
  return {
    period: first.publicId,
    sparePeriod: last.publicId,
    freeAt: third.startsAt,
    entry: entry.publicId,
    spareEntry: spareEntry.publicId,
  }
}

/** Fills the section's week as far as possible: ten lessons and a break on six days, with long names in Gujarati. */
export async function makeLongWeek(section: MadeSection, session: MadeSession): Promise<void> {
  const school = { id: section.schoolId }
  const at = (minutes: number) =>
    `${String(7 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const periods = await makePeriods(
    school,
    Array.from({ length: 11 }, (_, index) => ({
      name: index === 5 ? 'મોટી રિસેસ' : `Period ${index < 5 ? index + 1 : index}`,
      startsAt: at(index * 40),
      endsAt: at(index * 40 + 40),
      isBreak: index === 5,
    })),
  )
  const names = [
    'ગણિત',
    'વિજ્ઞાન અને ટેક્નોલોજી',
    'સામાજિક વિજ્ઞાન',
    'ગુજરાતી',
    'સંસ્કૃત',
    'હિન્દી',
    'અંગ્રેજી',
    'ચિત્રકામ',
    'કમ્પ્યુટર',
  ]
  const people = [
    'કૃષ્ણકાંત ત્રિવેદી',
    'જ્યોત્સ્નાબેન પટેલ',
    'મીનાક્ષીબેન જોશી',
    'ધર્મેન્દ્રસિંહ જાડેજા',
    'હંસાબેન સોલંકી',
    'પ્રફુલ્લચંદ્ર શાહ',
    'વૈશાલીબેન દેસાઈ',
  ]
  const known = await readRows<MadeSubject>(
    'SELECT id, public_id AS publicId, name FROM subjects WHERE school_id = :id',
    { id: school.id },
  )
  const subjects = await Promise.all(
    names.map((name) => known.find((one) => one.name === name) ?? makeSubject(school, { name })),
  )
  const teachers = await Promise.all(people.map((name) => makeTeacher(school, { name })))
  const lessons = periods.filter((period) => !period.isBreak)
  for (const [place, period] of lessons.entries()) {
    for (const day of [1, 2, 3, 4, 5, 6]) {
      const subject = subjects[(place * 4 + day * 5) % subjects.length]
      const teacher = teachers[(place * 3 + day * 2) % teachers.length]
      await makeEntry(section, {
        session,
        period,
        days: [day],
        subject,
        teacher,
        roomNo: `${100 + ((place + day) % 9)}`,
      })
    }
  }
}

export interface Course {
  subject: MadeSubject
  teacher: { id: number }
  /** Lessons per week and section. */
  lessons: number
  /** Room, when other than the section's own. */
  roomNo?: string
}

/**
 * Fills the weeks of several sections together: no teacher has two lessons at the same time, and no section has a
 * subject more than twice a day.
 */
export async function fillWeeks(
  of: { session: MadeSession; periods: readonly MadePeriod[]; courses: readonly Course[] },
  sections: ReadonlyArray<{ section: MadeSection; roomNo: string }>,
): Promise<void> {
  const lessons = of.periods.filter((period) => !period.isBreak)
  const left = sections.map(() => of.courses.map((course) => course.lessons))
  const entries = new Map<
    string,
    { section: MadeSection; period: MadePeriod; course: Course; roomNo: string; days: number[] }
  >()
  for (const day of weekdays) {
    const today = sections.map(() => of.courses.map(() => 0))
    // Saturday is a half day.
    for (const period of lessons.slice(0, day === 6 ? Math.ceil(lessons.length / 2) : lessons.length)) {
      const busy = new Set<number>()
      for (const [index, { section, roomNo }] of sections.entries()) {
        const [rest, done] = [left[index] ?? [], today[index] ?? []]
        const free = of.courses
          .map((course, place) => ({ course, place, rest: rest[place] ?? 0, done: done[place] ?? 0 }))
          .filter(({ course, rest, done }) => rest > 0 && done < 2 && !busy.has(course.teacher.id))
          .sort((one, other) => one.done - other.done || other.rest - one.rest)
        const found = free[0]
        if (!found) continue
        rest[found.place] = found.rest - 1
        done[found.place] = found.done + 1
        busy.add(found.course.teacher.id)
        const key = `${section.id} ${period.id} ${found.place}`
        const entry = entries.get(key) ?? { section, period, course: found.course, roomNo, days: [] }
        entry.days.push(day)
        entries.set(key, entry)
      }
    }
  }
  for (const { section, period, course, roomNo, days } of entries.values()) {
    const { subject, teacher } = course
    await makeEntry(section, { session: of.session, period, days, subject, teacher, roomNo: course.roomNo ?? roomNo })
  }
}

const demoDay: ReadonlyArray<Omit<MadePeriod, 'id' | 'publicId'>> = [
  { name: 'Assembly', startsAt: '07:45', endsAt: '08:00', isBreak: true },
  { name: 'Period 1', startsAt: '08:00', endsAt: '08:45', isBreak: false },
  { name: 'Period 2', startsAt: '08:45', endsAt: '09:30', isBreak: false },
  { name: 'Period 3', startsAt: '09:30', endsAt: '10:15', isBreak: false },
  { name: 'Recess', startsAt: '10:15', endsAt: '10:35', isBreak: true },
  { name: 'Period 4', startsAt: '10:35', endsAt: '11:20', isBreak: false },
  { name: 'Period 5', startsAt: '11:20', endsAt: '12:05', isBreak: false },
  { name: 'Period 6', startsAt: '12:05', endsAt: '12:50', isBreak: false },
  { name: 'Period 7', startsAt: '12:50', endsAt: '13:30', isBreak: false },
]

/** Creates the first demo school's bell periods, and its sections' timetables of the current and the last session. */
export async function makeDemoTimetable(
  school: { id: number },
  of: { sections: readonly MadeSection[]; current: MadeSession; last: MadeSession },
): Promise<void> {
  const periods = await makePeriods(school, demoDay)
  const subjects = await readRows<MadeSubject>(
    'SELECT id, public_id AS publicId, name FROM subjects WHERE school_id = :id',
    { id: school.id },
  )
  const teachers = await readRows<{ id: number; name: string }>(
    "SELECT id, CONCAT(first_name, ' ', last_name) AS name FROM teachers WHERE school_id = :id",
    { id: school.id },
  )
  for (const [index, name] of ['Meera Joshi', 'Rekha Solanki', "Joseph D'Souza"].entries()) {
    teachers.push(
      await makeTeacher(school, { name, employeeNumber: `DV-T-${11 + index}`, qualification: 'M.A., B.Ed.' }),
    )
  }
  const course = (name: string, teacherName: string, lessons: number, roomNo?: string): Course => {
    const subject = subjects.find((one) => one.name === name)
    const teacher = teachers.find((one) => one.name === teacherName)
    if (!subject || !teacher) throw new Error(`the demo has ${name} and ${teacherName}`)
    return { subject, teacher, lessons, roomNo }
  }
  const courses = [
    course('Mathematics', 'Kavita Rao', 7),
    course('Science', 'Leela Menon', 6, 'Lab 1'),
    course('Social Science', 'Imtiyaz Qureshi', 6),
    course('English', "Joseph D'Souza", 6),
    course('Hindi', 'Rekha Solanki', 5),
    course('Gujarati', 'Meera Joshi', 5),
    course('Physical Education', 'Dinesh Rathod', 2, 'Ground'),
    course('Art', 'Dinesh Rathod', 2, 'Art room'),
  ]
  const places = of.sections.map((section, index) => ({ section, roomNo: String(101 + index) }))
  await fillWeeks({ session: of.current, periods, courses }, places)
  await fillWeeks({ session: of.last, periods, courses }, places.slice(0, 1))
}

/** Creates the second school's periods, subjects and teachers, and fills the section's week with lessons. */
export async function makeSecondDemoTimetable(
  ofClass: MadeClass,
  section: MadeSection,
  session: MadeSession,
): Promise<void> {
  const school = { id: section.schoolId }
  const courses: Course[] = []
  for (const [subject, name, lessons] of [
    ['Mathematics', 'Anitha Raman', 9],
    ['English', 'Thomas Kurian', 9],
    ['Tamil', 'Selvi Murugan', 8],
    ['Environmental Studies', 'Padma Subramanian', 8],
    ['Computer Science', 'Karthik Nair', 5],
    ['Music', 'Vidya Krishnan', 5],
  ] as const) {
    const made = await makeSubject(school, { name: subject, classes: [ofClass] })
    courses.push({ subject: made, teacher: await makeTeacher(school, { name }), lessons })
  }
  await fillWeeks({ session, periods: await makePeriods(school), courses }, [{ section, roomNo: '5' }])
}
