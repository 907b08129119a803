import { execute, select } from '~/database/database.server'
import { assignFee } from '~/models/fees/assign-fee.server'
import { financialYearOf, todayInIndia } from '~/models/shared/calendar'
import { newPublicId } from '~/models/shared/public-id.server'
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
import { makeFee } from './fees'
import { insertMany } from './insert'
import { payYear } from './large-payments'
import { makeLargeTransport } from './large-transport'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from './school'

/** Sign-ins of the large school. */
export const largeSignIns = [
  { role: 'Large school office', name: 'office@large.shala.test', password: 'Large-office-2026' },
  { role: 'Large school student', name: 'student1@large.shala.test', password: 'Large-student-2026' },
] as const

const classCount = 12
const sectionNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const firstNames = [
  'Aarav',
  'Asha',
  'Bhavna',
  'Chirag',
  'Diya',
  'Esha',
  'Farhan',
  'Gauri',
  'Harsh',
  'Isha',
  'Jay',
  'Kavya',
]
const lastNames = [
  'Patel',
  'Shah',
  'Mehta',
  'Desai',
  'Joshi',
  'Trivedi',
  'Solanki',
  'Parmar',
  'Shaikh',
  'Rathod',
  'Vora',
]

interface Place {
  session: MadeSession
  class: MadeClass
  section: MadeSection
  rollNumber: number
}

interface StudentLine {
  publicId: string
  enrollmentNumber: string
  firstName: string
  lastName: string
  fatherName: string
  /** 0 to 11: the class of the current year. */
  grade: number
}

/**
 * A school of this many students over three years: everyone was in the class below a year before. The years before are paid; of this
 * year the first instalments are, by most. Rows are written in bulk; fees are assigned by the office's own use case.
 */
export async function makeLargeSchool(
  now: Date,
  count: number,
  email = 'office@large.shala.test',
): Promise<MadeSchool> {
  const school = await makeSchool({ name: 'Large Vidyalaya', email })
  const office = await makeStaff(school, {
    name: 'Harish Trivedi',
    email,
    password: 'Large-office-2026',
  })
  const thisYear = Number(financialYearOf(todayInIndia(now)).slice(0, 4))
  const sessions: MadeSession[] = []
  for (const startYear of [thisYear - 2, thisYear - 1, thisYear])
    sessions.push(await makeAcademicSession(school, { startYear, isCurrent: startYear === thisYear }))
  const capacity = Math.min(500, Math.ceil(count / classCount / sectionNames.length) + 5)
  const classes: Array<{ class: MadeClass; sections: MadeSection[] }> = []
  for (let position = 0; position < classCount; position += 1) {
    const made = await makeClass(school, { name: `Class ${position + 1}`, position })
    const sections: MadeSection[] = []
    for (const name of sectionNames) sections.push(await makeSection(made, { name, capacity }))
    classes.push({ class: made, sections })
  }
  const students = await insertStudents(school, count, now)
  await enrollStudents(school, students, sessions, classes, now)
  for (const session of sessions) for (const one of classes) await assignYear(school, office, one.class, session)
  for (const session of sessions) await payYear(school, session, session.isCurrent ? todayInIndia(now) : null)
  await makeSchoolAttendance(school, 24, now)
  await makeLargeTransport(school, count)
  return school
}

async function insertStudents(school: MadeSchool, count: number, now: Date): Promise<StudentLine[]> {
  const passwordHash = await hashPassword('Large-student-2026')
  const students = Array.from({ length: count }, (_, index): StudentLine => {
    const lastName = lastNames[index % lastNames.length] ?? ''
    return {
      publicId: newPublicId(),
      enrollmentNumber: `LV-${String(index + 1).padStart(5, '0')}`,
      firstName: firstNames[Math.floor(index / lastNames.length) % firstNames.length] ?? '',
      lastName,
      fatherName: `${firstNames[(index * 7) % firstNames.length]} ${lastName}`,
      grade: index % classCount,
    }
  })
  await insertMany(
    'students',
    students.map((student, index) => ({
      public_id: student.publicId,
      school_id: school.id,
      enrollment_number: student.enrollmentNumber,
      first_name: student.firstName,
      last_name: student.lastName,
      gender: index % 2 === 0 ? 'Male' : 'Female',
      date_of_birth: `${now.getUTCFullYear() - 6 - student.grade}-0${1 + (index % 9)}-${String(1 + (index % 28)).padStart(2, '0')}`,
      category: 'General',
      mobile_number: `7${String(index + 1).padStart(9, '0')}`,
      email: `student${index + 1}@large.shala.test`,
      language: ['en', 'hi', 'gu'][index % 3] ?? 'en',
      password_hash: index < 100 ? passwordHash : null,
      password_changed_at: index < 100 ? now : null,
      created_at: now,
      updated_at: now,
    })),
  )
  const idOf = await studentIds(school)
  const owner = (student: StudentLine) => ({ student_id: idOf(student), school_id: school.id, updated_at: now })
  await insertMany(
    'guardians',
    students.map((student) => ({
      ...owner(student),
      father_name: student.fatherName,
      mother_name: `Meena ${student.lastName}`,
    })),
  )
  await insertMany(
    'student_addresses',
    students.map((student) => ({ ...owner(student), address: '7 Shanti Nagar, Naranpura, Ahmedabad 380013' })),
  )
  return students
}

async function studentIds(school: MadeSchool): Promise<(student: StudentLine) => number> {
  const rows = await select<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM students WHERE school_id = :schoolId',
    { schoolId: school.id },
  )
  const ids = new Map(rows.map((row) => [row.publicId, row.id]))
  return (student) => ids.get(student.publicId) ?? 0
}

/** Each year a class lower, as long as there is one. */
async function enrollStudents(
  school: MadeSchool,
  students: readonly StudentLine[],
  sessions: readonly MadeSession[],
  classes: ReadonlyArray<{ class: MadeClass; sections: MadeSection[] }>,
  now: Date,
): Promise<void> {
  const idOf = await studentIds(school)
  for (const [year, session] of sessions.entries()) {
    const below = sessions.length - 1 - year
    const places: Array<Place & { student: StudentLine }> = []
    for (const [index, student] of students.entries()) {
      const of = classes[student.grade - below]
      const nth = Math.floor(index / classCount)
      const section = of?.sections[nth % sectionNames.length]
      if (of && section)
        places.push({
          student,
          session,
          class: of.class,
          section,
          rollNumber: 1 + Math.floor(nth / sectionNames.length),
        })
    }
    await insertMany(
      'enrollments',
      places.map((place) => ({
        public_id: newPublicId(),
        school_id: school.id,
        student_id: idOf(place.student),
        academic_session_id: session.id,
        class_id: place.class.id,
        section_id: place.section.id,
        roll_number: place.rollNumber,
        enrolled_on: session.startsOn,
        created_at: now,
        updated_at: now,
      })),
    )
  }
  await execute(
    `INSERT INTO section_seats (section_id, academic_session_id, school_id, taken, capacity)
     SELECT e.section_id, e.academic_session_id, e.school_id, COUNT(*), s.capacity
     FROM enrollments e JOIN sections s ON s.id = e.section_id WHERE e.school_id = :schoolId
     GROUP BY e.section_id, e.academic_session_id, e.school_id, s.capacity`,
    { schoolId: school.id },
  )
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
