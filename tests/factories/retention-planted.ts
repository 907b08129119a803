import { execute } from '~/database/database.server'
import { removableFields } from '~/models/entry/retention/field-columns.server'
import { insert } from './insert'
import { readRow, readRows } from './read'
import type { MadeStudent } from './student'

interface Column {
  table: string
  name: string
  length: number
}

const textColumns = () =>
  readRows<Column>(
    `SELECT table_name AS \`table\`, column_name AS name, CAST(character_maximum_length AS SIGNED) AS length FROM information_schema.columns
     WHERE table_schema = DATABASE() AND data_type IN ('char','varchar','text','mediumtext') AND extra NOT LIKE '%GENERATED%'`,
  )

/** Conditions for one student's rows `t`, where `student_id` is not enough; written independently of the product. */
const rowsOf: Record<string, string> = {
  students: 't.id = :id',
  refunds: 't.payment_id IN (SELECT id FROM payments WHERE student_id = :id)',
  quiz_answers: 't.option_id IS NULL AND t.attempt_id IN (SELECT id FROM quiz_attempts WHERE student_id = :id)',
  family_guardians: 't.id IN (SELECT guardian_id FROM guardian_links WHERE student_id = :id)',
  message_attempts: 't.message_id IN (SELECT id FROM outgoing_messages WHERE student_id = :id)',
  grievance_entries: 't.grievance_id IN (SELECT id FROM grievances WHERE student_id = :id)',
  outgoing_mail: 't.id = 0',
}

/** Puts a word into all removable texts of a student. @returns the columns that contain it */
export async function plantWord(studentId: number, word: string): Promise<string[]> {
  const known = new Map((await textColumns()).map((one) => [`${one.table}.${one.name}`, one]))
  const planted: string[] = []
  for (const [, { columns }] of removableFields) {
    for (const [table, list] of Object.entries(columns)) {
      for (const { column: name } of list) {
        const column = known.get(`${table}.${name}`)
        // Skips columns that must be null in an accepted admission (CHECK constraints): password and reason.
        if (!column || column.length < word.length || (table === 'admissions' && /password|reason/.test(name))) continue
        if (table === 'dues') continue
        const changed = await execute(
          `UPDATE ${table} t SET t.${name} = :word WHERE ${rowsOf[table] ?? 't.student_id = :id'}`,
          { id: studentId, word },
        )
        if (changed > 0) planted.push(`${table}.${name}`)
      }
    }
  }
  return planted
}

/** Personal facts that the product writes into the audit log: contacts, and the office's notes. */
const contactFacts = ['email', 'emailBefore', 'mobile_number', 'mobileNumber', 'mobileBefore', 'address']
const noteFacts = ['reason', 'remarks', 'answer', 'note', 'reference', 'purpose']

/** Subjects of audit entries about a student: the kind, with the table that has the subject's id in `column`. */
const auditSubjects: ReadonlyArray<{ kind: string; table: string; column?: string }> = [
  { kind: 'guardian', table: 'guardian_links', column: 'guardian_id' },
  { kind: 'admission', table: 'admissions' },
  { kind: 'certificate', table: 'certificates' },
  { kind: 'due', table: 'dues' },
  { kind: 'enrollment', table: 'enrollments' },
  { kind: 'hostel-application', table: 'hostel_applications' },
  { kind: 'order', table: 'orders' },
  { kind: 'payment', table: 'payments' },
  { kind: 'second-person-request', table: 'second_person_requests' },
  { kind: 'transport-application', table: 'transport_applications' },
]

/**
 * Writes audit entries about a student and all things of the student: in each, every personal fact is the word.
 * @returns the kinds of the subjects
 */
export async function plantAuditFacts(student: MadeStudent, word: string): Promise<string[]> {
  const { id, schoolId } = student
  const plant = (kind: string, subjectId: number) =>
    insert('audit_entries', {
      ...{ school_id: schoolId, actor_kind: 'staff', actor_name: 'Z', action: 'planted.facts' },
      ...{ subject_kind: kind, subject_id: subjectId, created_at: new Date() },
      details: JSON.stringify({
        ...Object.fromEntries([...contactFacts, ...noteFacts].map((fact) => [fact, word])),
        changed: 'email',
      }),
    })
  await plant('student', id)
  const planted = ['student']
  for (const { kind, table, column = 'id' } of auditSubjects) {
    const thing = await readRow<{ id: number }>(`SELECT ${column} AS id FROM ${table} WHERE student_id = :id LIMIT 1`, {
      id,
    })
    if (!thing) continue
    await plant(kind, thing.id)
    planted.push(kind)
  }
  return planted
}

/** Returns all text columns of the database that contain a word. */
export async function findWord(word: string): Promise<string[]> {
  const places: string[] = []
  for (const { table, name } of await textColumns()) {
    const row = await readRow(`SELECT 1 AS one FROM \`${table}\` WHERE \`${name}\` LIKE :word LIMIT 1`, {
      word: `%${word}%`,
    })
    if (row) places.push(`${table}.${name}`)
  }
  return places
}

/** Removes what blocks retention of the student's data: open dues and open grievances. */
export async function settleForRetention(id: number): Promise<void> {
  await execute('UPDATE dues SET paid_paise = amount_paise - concession_paise + fine_paise WHERE student_id = :id', {
    id,
  })
  await execute("UPDATE grievances SET state = 'closed' WHERE student_id = :id", { id })
}

/** Marks the student as left on that day, and moves the sessions of the student's enrollments to 1999-2000. */
export async function leaveLongAgo(studentId: number, day: string): Promise<void> {
  await execute(`UPDATE students SET status = 'left', left_on = :day WHERE id = :studentId`, { studentId, day })
  await execute(
    `UPDATE academic_sessions SET starts_on = '1999-04-01', ends_on = '2000-03-31'
     WHERE id IN (SELECT academic_session_id FROM enrollments WHERE student_id = :studentId)`,
    { studentId },
  )
}
