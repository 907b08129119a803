import { newPublicId } from '~/models/shared/public-id.server'
import { defaultPeriods } from '~/models/timetable/options'
import type { MadeSection, MadeSession } from './academics'
import { insert, insertMany, unique } from './insert'
import { makeSubject, makeTeacher } from './teaching'

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

/** The school's periods; the eight of the specification where none are given. */
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

/** A lesson on the days given; its subject is made where none is given. */
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
  // In Gujarati, so that no page of a student shows a Latin word because of it.
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

/** What the timetable's addresses are made of; public ids but for the times. */
export interface TimetableThings {
  /** A period with a lesson, and one that nothing uses. */
  period: string
  sparePeriod: string
  /** When a period begins in which the section is free. */
  freeAt: string
  entry: string
  spareEntry: string
}

/** Two periods too many and two lessons of the section. */
export async function makeTimetableThings(section: MadeSection, session: MadeSession): Promise<TimetableThings> {
  const [first, second, third, last] = await makePeriods({ id: section.schoolId }, defaultPeriods.slice(0, 4))
  if (!first || !second || !third || !last) throw new Error('there are eight periods')
  const entry = await makeEntry(section, { session, period: first, days: [1, 3], roomNo: '12' })
  const spareEntry = await makeEntry(section, { session, period: second, days: [2] })
  return {
    period: first.publicId,
    sparePeriod: last.publicId,
    freeAt: third.startsAt,
    entry: entry.publicId,
    spareEntry: spareEntry.publicId,
  }
}

/** The longest week: ten lessons and a break on each of six days, with long names in Gujarati. */
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
  const subjects = await Promise.all(names.map((name) => makeSubject(school, { name })))
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
