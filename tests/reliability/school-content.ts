import { expect, vi } from 'vitest'
import { sealedColumns } from '~/models/core/sealing/sealed-columns'
import { startApp } from '../factories/app'
import { patience } from '../setup/slowness'
import { type Ask, type Installation, withConnection } from './installation'

/* Content of a school without its row ids, to compare two installations, or the states before and after a change. */

const openJobs = (databaseUrl: string) =>
  withConnection(databaseUrl, async (ask) => {
    const [row] = await ask(
      "SELECT COUNT(*) AS n FROM jobs WHERE state = 'running' OR state = 'waiting' AND run_at <= UTC_TIMESTAMP(3)",
    )
    return Number(row?.n)
  })

/** Runs a worker until no due job remains. */
export async function workAll({ databaseUrl, dataDir }: Installation): Promise<void> {
  const worker = await startApp({ databaseUrl, program: 'worker', env: { DATA_DIR: dataDir } })
  try {
    await vi.waitFor(async () => expect(await openJobs(databaseUrl)).toBe(0), {
      timeout: patience(90_000),
      interval: 200,
    })
  } finally {
    await worker.stop()
  }
}

/** Tables without a school id, each with the join to a table that has one. */
export const schoolJoins: Record<string, string> = {
  due_concessions: 'JOIN dues o ON o.id = t.due_id',
  due_parts: 'JOIN dues o ON o.id = t.due_id',
  fee_heads: 'JOIN fees o ON o.id = t.fee_id',
  fee_instalments: 'JOIN fees o ON o.id = t.fee_id',
  product_images: 'JOIN products o ON o.id = t.product_id',
  promotion_seats: 'JOIN sections o ON o.id = t.section_id',
  quiz_accepted_answers: 'JOIN quiz_questions o ON o.id = t.question_id',
  quiz_answers: 'JOIN quiz_questions o ON o.id = t.question_id',
  quiz_options: 'JOIN quiz_questions o ON o.id = t.question_id',
  room_facilities: 'JOIN rooms o ON o.id = t.room_id',
}
export const notMoved = [
  'email_changes',
  'guardian_invitations',
  'jobs',
  'outgoing_holds',
  'outgoing_mail',
  'password_resets',
  'security_events',
  'sessions',
  'sign_in_undos',
  'table_versions',
]
const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))

/** Returns the content of each table of a school without row ids and sealed texts: each row as a text, unordered. */
export async function contentOf(ask: Ask, schoolId: number): Promise<Record<string, string[]>> {
  const columns = await ask(
    `SELECT table_name AS t, column_name AS c, column_type AS type FROM information_schema.columns WHERE table_schema = DATABASE()
     ORDER BY table_name, ordinal_position`,
  )
  const content: Record<string, string[]> = {}
  for (const table of new Set(columns.map(({ t }) => String(t)))) {
    const own = columns.filter(({ t }) => t === table)
    const hasSchool = own.some(({ c }) => c === 'school_id')
    if (notMoved.includes(table) || !(hasSchool || schoolJoins[table] || table === 'schools')) continue
    const plain = own
      .filter(({ c, type }) => !(/bigint.*unsigned/.test(type) || sealed.has(`${table}.${c}`)))
      .map(({ c }) => `t.\`${c}\``)
    const whose = hasSchool ? 't.school_id' : table === 'schools' ? 't.id' : 'o.school_id'
    const rows = await ask(
      `SELECT ${plain.join(', ') || '1'} FROM ${table} t ${schoolJoins[table] ?? ''} WHERE ${whose} = ${schoolId}`,
    )
    content[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return content
}

/** Queries over related rows, to show that money, seats and beds still belong to the same people. */
export const relatedRowQueries = [
  `SELECT st.public_id, p.public_id AS payment, d.public_id AS due, l.amount_paise, s.email FROM payment_lines l JOIN payments p ON p.id = l.payment_id
   JOIN students st ON st.id = p.student_id LEFT JOIN dues d ON d.id = l.due_id LEFT JOIN staff_users s ON s.id = p.recorded_by WHERE l.school_id = :school`,
  `SELECT d.public_id, f.name, i.amount_paise FROM dues d JOIN fee_instalments i ON d.kind = 'fee' AND i.id = d.source_id JOIN fees f ON f.id = i.fee_id
   WHERE d.school_id = :school`,
  `SELECT d.public_id, a.public_id AS application, c.month FROM dues d JOIN hostel_charges c ON d.kind = 'hostel' AND c.id = d.source_id
   JOIN hostel_applications a ON a.id = c.application_id WHERE d.school_id = :school`,
  `SELECT d.public_id, a.public_id AS application, c.period FROM dues d JOIN transport_charges c ON d.kind IN ('transport', 'vehicle') AND c.id = d.source_id
   JOIN transport_applications a ON a.id = c.application_id WHERE d.school_id = :school`,
  `SELECT d.public_id, o.public_id AS item FROM dues d JOIN orders o ON d.kind = 'order' AND o.id = d.source_id WHERE d.school_id = :school`,
  `SELECT st.public_id, e.public_id AS enrollment, c.name, s.name AS section, y.name AS year FROM enrollments e JOIN students st ON st.id = e.student_id
   JOIN sections s ON s.id = e.section_id JOIN classes c ON c.id = e.class_id JOIN academic_sessions y ON y.id = e.academic_session_id WHERE e.school_id = :school`,
  `SELECT a.action, a.created_at, p.public_id FROM audit_entries a JOIN payments p ON a.subject_kind = 'payment' AND p.id = a.subject_id WHERE a.school_id = :school`,
  `SELECT a.action, a.created_at, u.email FROM audit_entries a JOIN staff_users u ON a.actor_kind = 'staff' AND u.id = a.actor_id WHERE a.school_id = :school`,
  `SELECT f.storage_key, st.public_id, o.storage_key AS original FROM files f LEFT JOIN students st ON st.id = f.student_id
   LEFT JOIN files o ON o.id = f.thumbnail_of WHERE f.school_id = :school`,
  `SELECT t.public_id, d.day, s.public_id AS section, b.public_id AS period, h.public_id AS teacher FROM timetable_days d JOIN timetable_entries t ON t.id = d.entry_id
   JOIN sections s ON s.id = d.section_id JOIN bell_periods b ON b.id = d.period_id LEFT JOIN teachers h ON h.id = d.teacher_id WHERE d.school_id = :school`,
  `SELECT a.public_id, q.public_id AS question, o.public_id AS choice FROM quiz_answers w JOIN quiz_attempts a ON a.id = w.attempt_id
   JOIN quiz_questions q ON q.id = w.question_id LEFT JOIN quiz_options o ON o.id = w.option_id WHERE a.school_id = :school`,
  `SELECT s.public_id, f.storage_key FROM schools s LEFT JOIN files f ON f.id = s.logo_file_id WHERE s.id = :school`,
]

export async function answersOf(ask: Ask, schoolId: number): Promise<string[][]> {
  const answers: string[][] = []
  for (const question of relatedRowQueries) {
    const rows = await ask(question.replaceAll(':school', String(schoolId)))
    answers.push(rows.map((row) => JSON.stringify(row)).sort())
  }
  return answers
}
