import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import {
  type MadeClass,
  type MadeSection,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeSection,
} from './academics'
import { makeSchoolAttendance } from './attendance'
import { type Classes, enrollMembers, writeStudents } from './crowd'
import { payYear } from './crowd-payments'
import { makeFee } from './fees'
import { makeLargeTransport } from './large-transport'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from './school'

export const largeSignIns = [
  { role: 'Large school office', name: 'office@large.shala.test', password: 'Large-office-2026' },
  { role: 'Large school student', name: 'student1@large.shala.test', password: 'Large-student-2026' },
] as const

const classCount = 12
const sectionNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
/**
 * Creates a school of `count` students over three years, who were one class lower in each earlier year. Previous years
 * are paid; most students have paid this year's first instalments. Rows are written in bulk; fees are assigned by the
 * office's use case.
 */
export async function makeLargeSchool(
  now: Date,
  count: number,
  email = 'office@large.shala.test',
): Promise<MadeSchool> {
  const { school, current } = await makeSchoolOfYears(now, count, { email, years: 3 })
  await makeSchoolAttendance(school, 24, now, current)
  await makeLargeTransport(school, count)
  return school
}

/** Creates a large school with only students and their money, over `years` years. */
export async function makeSchoolOfYears(now: Date, count: number, { email, years }: { email: string; years: number }) {
  const school = await makeSchool({ name: 'Large Vidyalaya', email })
  const office = await makeStaff(school, { name: 'Harish Trivedi', email, password: 'Large-office-2026' })
  const thisYear = Number(financialYearOf(todayInIndia(now)).slice(0, 4))
  const before: MadeSession[] = []
  for (let back = years - 1; back > 0; back -= 1)
    before.push(await makeAcademicSession(school, { startYear: thisYear - back, isCurrent: false }))
  const current = await makeAcademicSession(school, { startYear: thisYear, isCurrent: true })
  const sessions = [...before, current]
  const capacity = Math.min(500, Math.ceil(count / classCount / sectionNames.length) + 5)
  const classes: Classes[] = []
  for (let position = 0; position < classCount; position += 1) {
    const made = await makeClass(school, { name: `Class ${position + 1}`, position })
    const sections: MadeSection[] = []
    for (const name of sectionNames) sections.push(await makeSection(made, { name, capacity }))
    classes.push({ class: made, sections })
  }
  const passwordHash = await hashPassword('Large-student-2026')
  const members = Array.from({ length: count }, (_, index) => ({
    grade: index % classCount,
    section: Math.floor(index / classCount) % sectionNames.length,
    enrollmentNumber: `LV-${String(index + 1).padStart(5, '0')}`,
    mobileNumber: `7${String(index + 1).padStart(9, '0')}`,
    email: `student${index + 1}@large.shala.test`,
  }))
  const passwordOf = (index: number) => (index < 100 ? passwordHash : null)
  const students = await writeStudents(school, members, { now, passwordOf })
  await enrollMembers(school, students, { sessions, classes, now })
  for (const session of sessions) for (const one of classes) await assignYear(school, office, one.class, session)
  for (const session of sessions)
    await payYear(office, session, { today: session.isCurrent ? todayInIndia(now) : null })
  return { school, office, sessions, current }
}

async function assignYear(school: MadeSchool, office: MadeStaff, ofClass: MadeClass, session: MadeSession) {
  const year = Number(session.startsOn.slice(0, 4))
  const days = [`${year}-04-10`, `${year}-07-10`, `${year}-10-10`, `${year + 1}-01-10`]
  const fee = await makeFee(school, {
    session,
    class: ofClass,
    heads: [
      { kind: 'tuition', name: 'Tuition Fee', amountPaise: 40_000_00 },
      { kind: 'other', name: 'Computer Fee', amountPaise: 8_000_00 },
    ],
    instalments: days.map((dueOn, index) => ({ title: `Instalment ${index + 1}`, dueOn, amountPaise: 12_000_00 })),
  })
  const assigned = await assignFee(office.scope, fee.publicId)
  if (!assigned.ok) throw new Error(assigned.reason)
}
