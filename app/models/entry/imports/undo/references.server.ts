import { inParts, selectRows, text } from '~/database/database.server'
import { selectTexts } from '~/models/core/shared/row-shapes.server'
import type { KeepReason } from './undo-words'

/** Tables whose rows an undo deletes, and to which rows of other tables may refer. */
const targets = [
  'students',
  'enrollments',
  'dues',
  'opening_dues',
  'teachers',
  'family_guardians',
  'classes',
  'sections',
] as const
type Target = (typeof targets)[number]

/** Columns without a foreign key that refer to a row of a target. */
const byName: Readonly<Record<string, Target>> = {
  student_id: 'students',
  enrollment_id: 'enrollments',
  due_id: 'dues',
  teacher_id: 'teachers',
  guardian_id: 'family_guardians',
  class_id: 'classes',
  section_id: 'sections',
}

/**
 * Tables that an import itself writes. An undo takes their rows back with the target, or compares them one by one.
 */
export const ownTables: readonly string[] = [
  ...['students', 'guardians', 'student_addresses', 'academic_infos', 'additional_infos', 'enrollments'],
  ...['dues', 'due_parts', 'due_concessions', 'opening_dues', 'teachers', 'classes', 'sections', 'section_seats'],
  'family_guardians',
]

const listed = {
  attendance: ['attendance', 'attendance_months', 'attendance_sheets', 'leave_applications'],
  marks: [
    ...['exam_marks', 'quiz_attempts', 'report_entries', 'report_cards', 'report_card_withdrawals'],
    'report_withholdings',
  ],
  certificates: [
    'certificates',
    'certificate_requests',
    'register_corrections',
    'register_periods',
    'retention_removals',
    'sealed_removals',
  ],
  money: [
    'payments',
    'payment_baskets',
    'payment_lines',
    'receipts',
    'concessions',
    'fee_reminders',
    'second_person_requests',
  ],
  account: [
    'guardian_links',
    'guardian_invitations',
    'sessions',
    'password_resets',
    'email_changes',
    'sign_in_undos',
    'change_requests',
  ],
  promoted: ['promotion_rows'],
  documents: ['student_documents', 'removed_scans', 'files'],
  contact: [
    'outgoing_messages',
    'notices',
    'notice_readers',
    'events',
    'grievances',
    'consent_decisions',
    'breach_people',
    'breach_guardians',
    'message_preferences',
  ],
  services: ['transport_applications', 'transport_drafts', 'hostel_applications', 'hostel_drafts', 'orders'],
  teaching: [
    'timetable_entries',
    'timetable_days',
    'class_subjects',
    'quiz_sections',
    'quizzes',
    'report_scheme_classes',
  ],
  office: ['admissions', 'exams', 'fees', 'promotions', 'promotion_seats', 'retention_holds'],
} satisfies Partial<Record<KeepReason, readonly string[]>>

/** By table, the reason why an undo keeps a target to which a row of the table refers. */
export const reasonOfTable: ReadonlyMap<string, KeepReason> = new Map(
  Object.entries<readonly string[]>(listed).flatMap(([reason, tables]) =>
    tables.map((table) => [table, reason as KeepReason] as const),
  ),
)

export interface Reference {
  table: string
  column: string
  to: string
  /** Whether the table has a column `school_id`, with which its indexes begin. */
  isOfSchool: boolean
}

/** All columns of the database that refer to a row of a target. */
export async function readReferences(): Promise<Reference[]> {
  const place = { table: text('c.table_name'), column: text('c.column_name') }
  const [keys, columns] = await Promise.all([
    selectRows(
      { ...place, to: text('c.referenced_table_name'), toColumn: text('c.referenced_column_name') },
      `FROM information_schema.key_column_usage c WHERE c.table_schema = DATABASE() AND c.referenced_table_name IS NOT NULL
       ORDER BY c.table_name, c.column_name`,
    ),
    selectRows(
      place,
      `FROM information_schema.columns c JOIN information_schema.tables b ON b.table_schema = c.table_schema
         AND b.table_name = c.table_name AND b.table_type = 'BASE TABLE'
       WHERE c.table_schema = DATABASE() AND c.column_name IN (:names) ORDER BY c.table_name, c.column_name`,
      { names: [...Object.keys(byName), 'school_id'] },
    ),
  ])
  const isTarget = (table: string) => targets.some((one) => one === table)
  const declared = keys.filter(({ to, toColumn }) => isTarget(to) && toColumn === 'id')
  const keyed = new Set(keys.map(({ table, column }) => `${table}.${column}`))
  const named = columns.flatMap(({ table, column }) => {
    const to = byName[column]
    return to && !keyed.has(`${table}.${column}`) ? [{ table, column, to }] : []
  })
  const ofSchool = new Set(columns.flatMap(({ table, column }) => (column === 'school_id' ? [table] : [])))
  return [...declared, ...named].map(({ table, column, to }) => ({
    table,
    column,
    to,
    isOfSchool: ofSchool.has(table),
  }))
}

/** A failed payment attempt does not count as a payment. */
const andSql: Record<string, string> = { payment_lines: " AND x.state <> 'void'" }

/**
 * Conditions for many ids. The rows of one import have ids close together, so one range in one statement finds few
 * other rows.
 */
function rangesOf(ids: readonly number[]) {
  let [first, last] = [ids[0] ?? 0, ids[0] ?? 0]
  for (const id of ids) {
    first = Math.min(first, id)
    last = Math.max(last, id)
  }
  return ids.length > 0 && last - first < 2 * ids.length
    ? [{ sql: 'BETWEEN :first AND :last', values: { first, last } }]
    : inParts(ids).map((part) => ({ sql: 'IN (:part)', values: { part } }))
}

/**
 * Rows of other tables that refer to rows of a target: the target's id and the reason. Ignores the import's own tables.
 */
export async function findReferring(
  schoolId: number,
  references: readonly Reference[],
  to: Target,
  ids: readonly number[],
): Promise<Array<{ id: number; reason: KeepReason }>> {
  const found: Array<{ id: number; reason: KeepReason }> = []
  const wanted = new Set(ids)
  const ranges = rangesOf(ids)
  for (const { table, column, isOfSchool } of references.filter((one) => one.to === to)) {
    // Skips the tables that the import itself writes, with two exceptions: references to teachers all count, and among
    // those to guardians, only the links are skipped, because they are compared one by one.
    if (to === 'family_guardians' ? table === 'guardian_links' : ownTables.includes(table) && to !== 'teachers')
      continue
    for (const { sql, values } of ranges) {
      const rows = await selectTexts(
        `SELECT DISTINCT CAST(x.${column} AS CHAR) AS id FROM ${table} x
         WHERE ${isOfSchool ? 'x.school_id = :schoolId AND ' : ''}x.${column} ${sql}${andSql[table] ?? ''}`,
        { schoolId, ...values },
      )
      // A section refers to its class teacher, who teaches it.
      const reason = table === 'sections' ? 'teaching' : (reasonOfTable.get(table) ?? 'other')
      for (const { id } of rows) if (wanted.has(Number(id))) found.push({ id: Number(id), reason })
    }
  }
  return found
}

/**
 * Tables that count as work on an enrollment, with the column of the last change. A student with such work is not moved
 * back to the earlier section.
 */
const workTables = {
  attendance: 'updated_at',
  attendance_months: 'updated_at',
  exam_marks: 'updated_at',
  quiz_attempts: 'started_at',
  report_entries: 'updated_at',
  report_cards: 'created_at',
} as const

/** Enrollments that got attendance or marks since an import moved them. */
export async function findWorkSince(schoolId: number, enrollmentIds: readonly number[], since: Date) {
  const found: Array<{ id: number; reason: KeepReason }> = []
  for (const [table, at] of Object.entries(workTables)) {
    for (const part of inParts(enrollmentIds)) {
      const rows = await selectTexts(
        `SELECT DISTINCT CAST(x.enrollment_id AS CHAR) AS id FROM ${table} x
         WHERE x.school_id = :schoolId AND x.enrollment_id IN (:part) AND x.${at} >= :since`,
        { schoolId, part, since },
      )
      for (const { id } of rows) found.push({ id: Number(id), reason: reasonOfTable.get(table) ?? 'other' })
    }
  }
  return found
}
