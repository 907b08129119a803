import { closeDatabase, execute, inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { schoolScope, systemActor } from '~/models/core/shared/scope.server'
import { signedInStaff } from '../factories/accounts'
import { makeSchoolAttendance } from '../factories/attendance'
import { copySchool, multiplyStudents } from '../factories/copies'
import { makeSchoolOfYears } from '../factories/large'
import { readRow, readRows } from '../factories/read'

/*
 * Creates a school of 10,000 students and twenty of 5,000, each with two years of fees, payments and receipts,
 * attendance of the last two weeks and of the same week a year ago, and a guardian of each student with messages;
 * updates statistics. Argument: number of students from the factories; the others are copies. The last line is JSON.
 */
const made = 250
const now = new Date()
const day = 86_400_000

/** Creates a guardian of each student, with messages of the last months. */
async function makeFamilies(schoolId: number, messages: number): Promise<void> {
  const of = { schoolId }
  // The ids contain no vowels, because copySchool puts a vowel into the ids of the copies.
  const idOf = (kind: string, of: string) =>
    `LEFT(REPLACE(REPLACE(MD5(CONCAT('${kind}', ${of})), 'e', 'g'), 'a', 'h'), 12)`
  await execute(
    `INSERT INTO family_guardians (public_id, school_id, name, mobile_number, form_key, created_at, updated_at)
     SELECT ${idOf('guardian', 's.id')}, s.school_id, CONCAT('Rajesh ', s.last_name), CONCAT('9', LPAD(s.id, 9, '0')), CONCAT('of ', s.id),
       UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) FROM students s WHERE s.school_id = :schoolId`,
    of,
  )
  const pairs = "students s JOIN family_guardians g ON g.school_id = s.school_id AND g.form_key = CONCAT('of ', s.id)"
  await execute(
    `INSERT INTO guardian_links (public_id, school_id, guardian_id, student_id, relation, may_see, may_pay, is_told, created_at, updated_at)
     SELECT ${idOf('link', 's.id')}, s.school_id, g.id, s.id, 'father', 1, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM ${pairs} WHERE s.school_id = :schoolId`,
    of,
  )
  for (let nth = 0; nth < messages; nth += 1) {
    const state = nth === 1 ? 'failed' : 'delivered'
    await execute(
      `INSERT INTO outgoing_messages (public_id, school_id, student_id, guardian_id, once_key, event, recipient_name, language, facts, channel, state,
         created_at, updated_at)
       SELECT ${idOf(`message ${nth} `, 's.id')}, s.school_id, s.id, g.id, CONCAT('absent:${nth}:', s.id), 'absent', g.name, 'en', '{}', 'sms', :state,
         UTC_TIMESTAMP(3) - INTERVAL :nth * 15 DAY, UTC_TIMESTAMP(3) FROM ${pairs} WHERE s.school_id = :schoolId`,
      { ...of, state, nth },
    )
  }
  await execute(
    `INSERT INTO message_attempts (public_id, school_id, message_id, channel, to_address, body, parts, cost_paise, state, asked_at)
     SELECT ${idOf('attempt', 'm.id')}, m.school_id, m.id, 'sms', g.mobile_number, 'Dear parent', 1, 25, m.state, m.created_at
     FROM outgoing_messages m JOIN family_guardians g ON g.id = m.guardian_id WHERE m.school_id = :schoolId`,
    of,
  )
}

async function schoolOf(students: number, messages: number, email: string): Promise<number> {
  const { school, sessions, current } = await makeSchoolOfYears(now, made, { email, years: 2 })
  await makeSchoolAttendance(school, 12, new Date(now.getTime() + day), current)
  const last = sessions[0] ?? current
  await makeSchoolAttendance(school, 7, new Date(now.getTime() - 363 * day), last)
  const times = students / made
  await multiplyStudents(school.id, times)
  const of = { schoolId: school.id, times }
  await inTransaction(async () => {
    await execute('UPDATE sections SET capacity = 500 WHERE school_id = :schoolId', of)
    await execute('UPDATE section_seats SET capacity = 500, taken = taken * :times WHERE school_id = :schoolId', of)
    await execute('UPDATE receipt_counters SET last_number = last_number * :times WHERE school_id = :schoolId', of)
  })
  await makeFamilies(school.id, messages)
  return school.id
}

/**
 * Returns data for a school's office pages: the session of an office user with all rights, a class, the day with the
 * most payments in the last 120 days, an enrollment number and a guardian's mobile number.
 */
async function facesOf(schoolId: number) {
  const [staff, ofClass, busy, student, guardian] = await Promise.all([
    readRow<{ id: number }>('SELECT id FROM staff_users WHERE school_id = :schoolId', { schoolId }),
    readRow<{ publicId: string }>('SELECT public_id AS publicId FROM classes WHERE school_id = :schoolId LIMIT 1', {
      schoolId,
    }),
    readRow<{ day: string }>(
      `SELECT DATE_FORMAT(paid_at + INTERVAL 330 MINUTE, '%Y-%m-%d') AS day FROM payments
       WHERE school_id = :schoolId AND paid_at > :since GROUP BY day ORDER BY COUNT(*) DESC LIMIT 1`,
      { schoolId, since: addDays(todayInIndia(now), -120) },
    ),
    readRow<{ number: string }>(
      'SELECT enrollment_number AS number FROM students WHERE school_id = :schoolId LIMIT 1',
      { schoolId },
    ),
    readRow<{ mobile: string }>(
      'SELECT mobile_number AS mobile FROM family_guardians WHERE school_id = :schoolId LIMIT 1',
      { schoolId },
    ),
  ])
  const scope = schoolScope(schoolId, systemActor)
  const { cookie } = await signedInStaff({ id: staff?.id ?? 0, scope })
  return { cookie, class: ofClass?.publicId, busyDay: busy?.day, number: student?.number, mobile: guardian?.mobile }
}

const started = performance.now()
const ten = await schoolOf(10_000, 10, 'office@ten.lists.test')
const five = await schoolOf(5_000, 3, 'office@five.lists.test')
const [other = five] = await copySchool(five, 19)
const tables = await readRows<{ name: string }>(
  "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
)
await readRows(`ANALYZE TABLE ${tables.map(({ name }) => name).join(', ')}`)
const [sum] = await readRows<{ rows: number }>(
  'SELECT CAST(SUM(table_rows) AS SIGNED) AS `rows` FROM information_schema.tables WHERE table_schema = DATABASE()',
)
console.log(
  JSON.stringify({
    ten: await facesOf(ten),
    five: await facesOf(other),
    rows: sum?.rows,
    seconds: (performance.now() - started) / 1000,
  }),
)
await closeDatabase()
