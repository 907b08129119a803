import { execute } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import { leaveSchool } from '~/models/entry/admissions/leave-school.server'
import { returnStudent } from '~/models/entry/admissions/return-student.server'
import { type MadeClass, type MadeEnrollment, type MadeSection, type MadeSession, makeEnrollment } from './academics'
import { issueDraft, makeDraft, makeKinds } from './certificates'
import { correct } from './register'
import type { MadeSchool, MadeStaff } from './school'
import { type MadeStudent, makeStudent } from './student'

interface Year {
  session: MadeSession
  class: MadeClass
  section: MadeSection
}

/**
 * Creates a student who will leave the demo school and return: enrolled in both years, before the classes are filled.
 */
export async function makeReturning(school: MadeSchool, years: { last: Year; current: Year }, rollNumber: number) {
  const student = await makeStudent(school, {
    firstName: 'Nisha',
    lastName: 'Rathod',
    gender: 'Female',
    fatherName: 'Mahesh Rathod',
    motherName: 'Jyoti Rathod',
    enrollmentNumber: 'DV-2024-0011',
    mobileNumber: '9825000011',
    email: null,
  })
  await makeEnrollment(student, { ...years.last, rollNumber })
  return { student, enrollment: await makeEnrollment(student, { ...years.current, rollNumber }), years }
}

interface Entered {
  returning: { student: MadeStudent; enrollment: MadeEnrollment; years: { last: Year; current: Year } }
  misnamed: MadeStudent
  misborn: MadeStudent
}

const gone: Array<[firstName: string, lastName: string, reason: string]> = [
  ['Imran', 'Qureshi', 'The family moves to Vadodara'],
  ['Divya', 'Trivedi', 'Admission to another school'],
]

/**
 * Creates the demo's General Register: an admission number for each student, one number never used; two students who
 * left with a transfer certificate, one readmission, a corrected name and a corrected birth date.
 */
export async function makeDemoRegister({ scope }: MadeStaff, school: MadeSchool, { returning, ...entered }: Entered) {
  const { last, current } = returning.years
  const { transfer } = await makeKinds({ ...school, scope })
  const leavers: MadeStudent[] = []
  for (const [index, [firstName, lastName]] of gone.entries()) {
    const number = index + 12
    const facts = { firstName, lastName, fatherName: `Anil ${lastName}`, motherName: `Rekha ${lastName}`, email: null }
    const student = await makeStudent(school, {
      ...facts,
      enrollmentNumber: `DV-2024-00${number}`,
      mobileNumber: `98250000${number}`,
    })
    await makeEnrollment(student, last)
    leavers.push(student)
  }
  await execute(
    `INSERT INTO academic_infos (student_id, school_id, admission_number, updated_at)
     SELECT r.id, r.school_id, 5000 + r.place + IF(r.place > 9, 1, 0), UTC_TIMESTAMP(3)
     FROM (SELECT s.id, s.school_id, ROW_NUMBER() OVER (ORDER BY s.id) AS place FROM students s WHERE s.school_id = :id) r
     ON DUPLICATE KEY UPDATE admission_number = VALUES(admission_number)`,
    { id: school.id },
  )
  const leave = async (student: MadeStudent, leftOn: string, reason: string) => {
    const left = await leaveSchool(scope, student.publicId, { leftOn, reason, cancelDues: [] })
    if (!left.ok) throw new Error(left.reason)
    await issueDraft(scope, await makeDraft(scope, student, transfer))
  }
  for (const [index, student] of leavers.entries()) await leave(student, last.session.endsOn, gone[index]?.[2] ?? '')
  await leave(returning.student, addDays(last.session.startsOn, 120), 'The family moves to Surat')
  const back = await returnStudent(scope, returning.student.publicId, {
    seats: [{ enrollment: returning.enrollment.publicId, section: current.section.publicId }],
    reopenDues: [],
    register: { returnedOn: current.session.startsOn, newNumber: null, lastSchool: null },
  })
  if (!back.ok) throw new Error(back.reason)
  await correct(scope, entered.misnamed, { last_name: 'Desai Mehta' }, { reason: 'As in the Gazette of Gujarat' })
  const head = {
    authority: 'Head of the school',
    orderNumber: 'R-7',
    reason: 'Slip of the pen; birth certificate seen',
  }
  await correct(scope, entered.misborn, { date_of_birth: addDays(entered.misborn.dateOfBirth, 9) }, head)
}
