import { closeDatabase, execute, inTransaction } from '~/database/database.server'
import { signedInStaff, signedInStudent } from '../factories/accounts'
import { multiplyStudents } from '../factories/copies'
import { makeSchoolOfYears } from '../factories/large'
import { readRow } from '../factories/read'
import { makeStaff } from '../factories/school'

/*
 * Creates a school of 5,000 students, and a small one with a student who has paid fees. Prints as JSON, in the last
 * line: cookies of three office users of the large school, and its numbers of students and payments; for the small
 * school, cookies of a counter clerk and of the student, and the student's receipt, e-mail and password.
 */
const made = 250
const students = 5_000
const now = new Date()

const { school: large } = await makeSchoolOfYears(now, made, { email: 'office@loud.fair.test', years: 2 })
await multiplyStudents(large.id, students / made)
const times = { schoolId: large.id, times: students / made }
await inTransaction(async () => {
  await execute('UPDATE sections SET capacity = 500 WHERE school_id = :schoolId', times)
  await execute('UPDATE section_seats SET capacity = 500, taken = taken * :times WHERE school_id = :schoolId', times)
  await execute('UPDATE receipt_counters SET last_number = last_number * :times WHERE school_id = :schoolId', times)
})
const cookies: string[] = []
for (let number = 0; number < 3; number++) cookies.push((await signedInStaff(await makeStaff(large))).cookie)

const { school: quiet } = await makeSchoolOfYears(now, 24, { email: 'office@quiet.fair.test', years: 1 })
const paid = await readRow<{ receipt: string; id: number }>(
  `SELECT r.public_id AS receipt, s.id FROM receipts r JOIN payments p ON p.id = r.payment_id JOIN students s ON s.id = p.student_id
   WHERE r.school_id = :schoolId AND s.password_hash IS NOT NULL LIMIT 1`,
  { schoolId: quiet.id },
)
const email = 'asha@quiet.fair.test'
await execute('UPDATE students SET email = :email, mobile_number = :mobile WHERE id = :id', {
  email,
  mobile: '9812345678',
  id: paid?.id ?? 0,
})
const student = await signedInStudent({ schoolId: quiet.id, id: paid?.id ?? 0 })
const counter = await signedInStaff(await makeStaff(quiet))
const counts = await readRow<{ students: number; payments: number }>(
  `SELECT (SELECT COUNT(*) FROM students WHERE school_id = :schoolId) AS students,
     (SELECT COUNT(*) FROM payments WHERE school_id = :schoolId) AS payments`,
  { schoolId: large.id },
)
console.log(
  JSON.stringify({
    large: cookies,
    student: student.cookie,
    counter: counter.cookie,
    receipt: paid?.receipt,
    email,
    password: 'Large-student-2026',
    ...counts,
  }),
)
await closeDatabase()
