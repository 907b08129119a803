import { execute } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { MadeClass, MadeSection, MadeSession } from './academics'
import { insertMany } from './insert'
import { readRows } from './read'
import type { MadeSchool } from './school'

/* Students written in bulk: those of the large school, and those of the demo school around its named students. */

const girls = [
  'Aarohi',
  'Bhavna',
  'Charmi',
  'Diya',
  'Esha',
  'Foram',
  'Gauri',
  'Hetal',
  'Isha',
  'Jinal',
  'Kinjal',
  'Mansi',
]
const boys = [
  'Aarav',
  'Chirag',
  'Dhruv',
  'Farhan',
  'Harsh',
  'Jay',
  'Krunal',
  'Manav',
  'Nirav',
  'Parth',
  'Rohan',
  'Yash',
]
const fathers = ['Bharat', 'Dinesh', 'Girish', 'Hasmukh', 'Jignesh', 'Kamlesh', 'Mukesh', 'Naresh', 'Prakash', 'Suresh']
const mothers = [
  'Bhavna',
  'Daksha',
  'Geeta',
  'Hansa',
  'Jyotsna',
  'Kailash',
  'Meena',
  'Nita',
  'Pushpa',
  'Rekha',
  'Sonal',
]
const families = [
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
const areas = ['Naranpura', 'Maninagar', 'Vastrapur', 'Bopal', 'Naroda', 'Chandkheda', 'Paldi']
const categories = ['General', 'OBC', 'General', 'SC', 'General', 'ST', 'OBC']

export interface Classes {
  class: MadeClass
  sections: readonly MadeSection[]
}

export interface Member {
  /** Class of the current year, 0 to 11. */
  grade: number
  /** Index among the sections of the class. */
  section: number
  enrollmentNumber: string
  mobileNumber: string
  email: string | null
  rte?: boolean
}

export type Written = Member & { id: number; name: string; isGirl: boolean }

const nthOf = <T>(list: readonly T[], index: number) => list[index % list.length] as T

/** Writes students with parents and addresses; `passwordOf` returns a password for those who have signed in before. */
export async function writeStudents(
  school: MadeSchool,
  members: readonly Member[],
  { now, passwordOf = () => null }: { now: Date; passwordOf?: (index: number) => string | null },
): Promise<Written[]> {
  const people = members.map((member, index) => {
    const isGirl = index % 2 === 0
    const family = nthOf(families, index)
    return {
      ...member,
      isGirl,
      publicId: newPublicId(),
      firstName: nthOf(isGirl ? girls : boys, Math.floor(index / 2) + Math.floor(index / 24) * 5),
      lastName: family,
      gender: isGirl ? 'Female' : 'Male',
      fatherName: `${nthOf(fathers, index * 7 + Math.floor(index / 70))} ${family}`,
      motherName: `${nthOf(mothers, index * 5 + Math.floor(index / 55))} ${family}`,
      address: `${1 + (index % 90)} Shanti Nagar, ${nthOf(areas, index)}, Ahmedabad 3800${10 + (index % 50)}`,
    }
  })
  await insertMany(
    'students',
    people.map((person, index) => ({
      public_id: person.publicId,
      school_id: school.id,
      enrollment_number: person.enrollmentNumber,
      first_name: person.firstName,
      last_name: person.lastName,
      gender: person.gender,
      date_of_birth: `${now.getUTCFullYear() - 6 - person.grade}-0${1 + (index % 9)}-${String(1 + (index % 28)).padStart(2, '0')}`,
      category: nthOf(categories, index),
      mobile_number: person.mobileNumber,
      email: person.email,
      rte: person.rte ? 1 : 0,
      language: nthOf(['en', 'hi', 'gu'], index),
      password_hash: passwordOf(index),
      password_changed_at: passwordOf(index) === null ? null : now,
      created_at: now,
      updated_at: now,
    })),
  )
  const rows = await readRows<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM students WHERE school_id = :schoolId',
    { schoolId: school.id },
  )
  const ids = new Map(rows.map((row) => [row.publicId, row.id]))
  const written = people.map((person) => ({
    ...person,
    id: ids.get(person.publicId) ?? 0,
    name: `${person.firstName} ${person.lastName}`,
  }))
  const owner = ({ id }: { id: number }) => ({ student_id: id, school_id: school.id, updated_at: now })
  await insertMany(
    'guardians',
    written.map((one) => ({ ...owner(one), father_name: one.fatherName, mother_name: one.motherName })),
  )
  await insertMany(
    'student_addresses',
    written.map((one) => ({ ...owner(one), address: one.address })),
  )
  return written
}

/**
 * Enrolls members in the current session, the last of `sessions`, and in each session before it one class lower, as
 * long as a lower class exists. Roll numbers continue after the section's last one.
 */
export async function enrollMembers(
  school: MadeSchool,
  members: readonly Written[],
  { sessions, classes, now }: { sessions: readonly MadeSession[]; classes: readonly Classes[]; now: Date },
): Promise<void> {
  const rolls = new Map(
    (
      await readRows<{ sessionId: number; sectionId: number; last: number }>(
        `SELECT academic_session_id AS sessionId, section_id AS sectionId, MAX(roll_number) AS last FROM enrollments
         WHERE school_id = :schoolId GROUP BY academic_session_id, section_id`,
        { schoolId: school.id },
      )
    ).map((row) => [`${row.sessionId} ${row.sectionId}`, row.last]),
  )
  const rows = sessions.flatMap((session, year) =>
    members.flatMap((member) => {
      const of = classes[member.grade - (sessions.length - 1 - year)]
      const section = of?.sections[member.section]
      if (!of || !section) return []
      const key = `${session.id} ${section.id}`
      const rollNumber = (rolls.get(key) ?? 0) + 1
      rolls.set(key, rollNumber)
      return {
        public_id: newPublicId(),
        school_id: school.id,
        student_id: member.id,
        academic_session_id: session.id,
        class_id: of.class.id,
        section_id: section.id,
        roll_number: rollNumber,
        enrolled_on: session.startsOn,
        created_at: now,
        updated_at: now,
      }
    }),
  )
  await insertMany('enrollments', rows)
  await execute(
    `INSERT INTO section_seats (section_id, academic_session_id, school_id, taken, capacity)
     SELECT e.section_id, e.academic_session_id, e.school_id, COUNT(*), s.capacity
     FROM enrollments e JOIN sections s ON s.id = e.section_id WHERE e.school_id = :schoolId
     GROUP BY e.section_id, e.academic_session_id, e.school_id, s.capacity
     ON DUPLICATE KEY UPDATE taken = VALUES(taken)`,
    { schoolId: school.id },
  )
}
