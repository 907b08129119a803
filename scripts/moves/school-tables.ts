import { number, type RowOf, selectRow, selectRows, text } from '~/database/database.server'
import { Trouble } from '../processes.mjs'

/*
 * Classifies the rows that belong to a school and their references to other rows, by the database's schema and the
 * lists in this file.
 */

/** Tables whose rows belong to no school, but to the installation, a browser or a typed sign-in name. */
const ofNoSchool = new Set([
  'backups',
  'device_cookies',
  'guardian_accounts',
  'kept_numbers',
  'migrations',
  'school_registrations',
  'workers',
  'throttles',
])

/**
 * Rows that do not move: sessions and mailed links, which name the old address; queued mail, which the old installation
 * sends; the security log, which its operator must keep; table versions, which are no longer read (decision 38); holds
 * on outgoing work, which importing the school creates again; sealed removals, which are destroyed with the school in
 * the old installation (decision 57); and the data that imports replaced, which names rows by the ids of the old
 * installation (decision 72).
 */
const leftBehind = new Set([
  ...['sessions', 'password_resets', 'email_changes', 'sign_in_undos', 'guardian_invitations'],
  ...['outgoing_holds', 'outgoing_mail', 'security_events', 'table_versions', 'sealed_removals', 'sealed_files'],
  'import_traces',
])

/**
 * Columns that are not moved. A guardian's account stays in the old installation, where it may open children of other
 * schools; the new installation invites the guardians again (decision 45).
 */
const columnsLeft = new Set(['family_guardians.account_id'])

/**
 * Tables of which only some rows move: jobs that are scheduled or held. Finished jobs stay, and mail is sent by the
 * installation that wrote it.
 */
const onlyRows: Record<string, string> = { jobs: "state IN ('waiting', 'held') AND kind <> 'send-mail'" }

type ByColumn = { by: string; tableOf: (value: string) => string | null | undefined }

const byValue =
  (tables: Record<string, string | null>) =>
  (value: string): string | null | undefined =>
    tables[value]

const actors = { staff: 'staff_users', student: 'students', system: null, guardian: null }

/** Subjects of the audit log that are not the name of their table in the singular. */
const otherSubjects: Record<string, string | null> = {
  applicant: 'admissions',
  breach: 'breach_cases',
  guardian: 'family_guardians',
  lesson: 'timetable_entries',
  period: 'bell_periods',
  quiz: 'quizzes',
  reminder: null,
  route: 'transport_routes',
  staff: 'staff_users',
  stop: 'route_stops',
  trip: 'vehicle_routes',
}

/** Returns the table of an audit log subject: `hostel_applications` for `hostel-application`. */
export function tableOfSubject(kind: string): string | null {
  const other = otherSubjects[kind]
  if (other !== undefined) return other
  const name = kind.replaceAll('-', '_')
  return /(s|ch)$/.test(name) ? `${name}es` : `${name}s`
}

/** Columns that hold row ids without a foreign key: the table of the ids, or the column whose value selects it. */
const undeclared: Record<string, string | ByColumn> = {
  'attendance.marked_by': 'staff_users',
  'attendance_sheets.marked_by': 'staff_users',
  'audit_entries.actor_id': { by: 'actor_kind', tableOf: byValue(actors) },
  'audit_entries.subject_id': { by: 'subject_kind', tableOf: tableOfSubject },
  'change_requests.decided_by': 'staff_users',
  'dues.source_id': {
    by: 'kind',
    tableOf: byValue({
      fee: 'fee_instalments',
      hostel: 'hostel_charges',
      opening: 'opening_dues',
      order: 'orders',
      transport: 'transport_charges',
      vehicle: 'transport_charges',
    }),
  },
  'events.created_by': 'staff_users',
  'fee_reminders.sent_by': 'staff_users',
  'files.student_id': 'students',
  'imports.started_by': 'staff_users',
  'imports.undo_by': 'staff_users',
  'notices.created_by': 'staff_users',
  'payment_events.payment_id': 'payments',
  'payment_lines.refund_id': 'refunds',
  'payments.recorded_by': 'staff_users',
  'quizzes.created_by': 'staff_users',
  'refunds.requested_by': 'staff_users',
  'timetable_days.academic_session_id': 'academic_sessions',
  'timetable_days.period_id': 'bell_periods',
  'timetable_days.section_id': 'sections',
  'timetable_days.teacher_id': 'teachers',
}

/** Row ids in job payloads, with their tables. */
export const jobReferences: Record<string, string> = {
  applicationId: 'hostel_applications',
  attemptId: 'quiz_attempts',
  caseId: 'breach_cases',
  dueId: 'dues',
  importId: 'imports',
  noticeId: 'notices',
  orderId: 'orders',
  paymentId: 'payments',
  requestId: 'second_person_requests',
  runId: 'retention_runs',
  staffId: 'staff_users',
}

/** A row as the database driver returns it: days and instants as text, bytes as Buffer. */
export type Row = Record<string, unknown>

export interface SchoolTable {
  name: string
  /** SQL condition for the school's rows; `:school` is the school's id. */
  where: string
  /** Columns without the generated ones. */
  columns: string[]
  primaryKey: string[]
  /** True when the rows have a generated id. */
  hasId: boolean
  /** By column name: returns the table to which the column refers in a given row; null if it refers to none. */
  references: ReadonlyMap<string, (row: Row) => string | null>
  /** Foreign keys to rows that are written later, or to the same table. */
  late: string[]
  /** Columns of each unique key that contains no row id, so that it applies to all schools of the installation. */
  unique: string[][]
}

/** Matches generated columns, but not `DEFAULT_GENERATED`, which MySQL uses for default expressions. */
const generated = /(VIRTUAL|STORED|PERSISTENT) GENERATED/i

const schemaColumn = {
  table: text('c.table_name'),
  name: text('c.column_name'),
  type: text('c.column_type'),
  extra: text('c.extra'),
}
type Column = RowOf<typeof schemaColumn>

/**
 * Returns all tables of a school that move, each after the tables it refers to. @throws Trouble when the schema has an
 * unclassified column
 */
export async function schoolTables(): Promise<SchoolTable[]> {
  const { columns, keys, uniques } = await readSchema()
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => !ofNoSchool.has(name))
  const columnsOf = (name: string) =>
    columns.filter((column) => column.table === name && !columnsLeft.has(`${name}.${column.name}`))
  const wheres = new Map<string, string>()
  const whereOf = (name: string): string => {
    const cachedCondition = wheres.get(name)
    if (cachedCondition) return cachedCondition
    let condition = name === 'schools' ? 'id = :school' : null
    if (columnsOf(name).some((column) => column.name === 'school_id')) condition = 'school_id = :school'
    const up = keys.find(({ table, to }) => table === name && to !== name)
    if (!condition && !up) throw new Trouble(`It is not known to which school the rows of ${name} belong.`)
    condition ??= `${up?.column} IN (SELECT ${up?.toColumn} FROM ${up?.to} WHERE ${whereOf(up?.to ?? '')})`
    wheres.set(name, condition)
    return condition
  }
  for (const name of names) whereOf(name)
  const moved = names.filter((name) => !leftBehind.has(name))
  const order = inOrder(moved, keys)
  return order.map((name, position) => {
    const all = columnsOf(name)
    const references = new Map(
      all.flatMap((column) => {
        const table = tableNamed(column, keys, new Set(names))
        return table ? [[column.name, table] as const] : []
      }),
    )
    return {
      name,
      where: onlyRows[name] ? `${whereOf(name)} AND ${onlyRows[name]}` : whereOf(name),
      columns: all.filter(({ extra }) => !generated.test(extra)).map((column) => column.name),
      primaryKey: uniques.find(({ table, index }) => table === name && index === 'PRIMARY')?.columns.split(',') ?? [],
      hasId: all.some(({ extra }) => /auto_increment/i.test(extra)),
      references,
      late: keys.filter(({ table, to }) => table === name && order.indexOf(to) >= position).map(({ column }) => column),
      unique: uniques
        .filter(({ table, index }) => table === name && index !== 'PRIMARY')
        .map(({ columns }) => columns.split(','))
        .filter((set) => set.every((column) => column !== 'id' && !references.has(column))),
    }
  })
}

/** Rows of a school that do not move; they are deleted with it. */
export function unmovedTables(): Array<{ name: string; where: string }> {
  return [...leftBehind, ...Object.keys(onlyRows)].map((name) => ({ name, where: 'school_id = :school' }))
}

type Key = { table: string; column: string; to: string; toColumn: string }

/** Table that a column refers to. Every unsigned bigint but `size_bytes` is a reference: money has other types. */
function tableNamed(column: Column, keys: Key[], names: ReadonlySet<string>): ((row: Row) => string | null) | null {
  const { table, name, type, extra } = column
  if (
    !/bigint.*unsigned/i.test(type) ||
    /auto_increment/i.test(extra) ||
    generated.test(extra) ||
    name === 'size_bytes'
  )
    return null
  const declared = keys.find((key) => key.table === table && key.column === name && key.toColumn !== 'school_id')
  // Foreign keys of two columns contain `school_id` too; it always refers to the school.
  if (name === 'school_id') return () => 'schools'
  if (declared) return () => (declared.toColumn === 'student_id' ? 'students' : tableOfNumber(declared, keys))
  const reference = undeclared[`${table}.${name}`]
  if (reference === undefined) throw new Trouble(`It is not known which row ${table}.${name} refers to.`)
  if (typeof reference === 'string') return () => reference
  return (row) => {
    const referencedTable = reference.tableOf(String(row[reference.by]))
    if (referencedTable === undefined || (referencedTable !== null && !names.has(referencedTable)))
      throw new Trouble(`It is not known which row ${table}.${name} of “${row[reference.by]}” refers to.`)
    return referencedTable
  }
}

/**
 * Follows a key whose target column is itself a reference, as in a table with one row per student and no ids of its
 * own.
 */
function tableOfNumber(key: Key, keys: Key[]): string {
  if (key.toColumn === 'id') return key.to
  const next = keys.find(({ table, column, toColumn }) => {
    return table === key.to && column === key.toColumn && toColumn !== 'school_id'
  })
  if (!next) throw new Trouble(`It is not known which row ${key.table}.${key.column} refers to.`)
  return tableOfNumber(next, keys)
}

/**
 * Orders each table after those that its foreign keys refer to. The only allowed cycle contains `schools`, which comes
 * first in it.
 */
function inOrder(names: string[], keys: Key[]): string[] {
  const order: string[] = []
  const waiting = new Set(names)
  const waitsFor = (name: string) => keys.filter(({ table, to }) => table === name && to !== name && waiting.has(to))
  while (waiting.size > 0) {
    const free = [...waiting].filter((name) => waitsFor(name).length === 0)
    // A school refers to its logo, a file that refers to the school: schools come first.
    const next = free.length > 0 ? free : ['schools'].filter((name) => waiting.has(name))
    if (next.length === 0) throw new Trouble(`These tables refer to each other: ${[...waiting].join(', ')}.`)
    for (const name of next) {
      order.push(name)
      waiting.delete(name)
    }
  }
  return order
}

async function readSchema() {
  const [columns, keys, uniques] = await Promise.all([
    selectRows(
      schemaColumn,
      `FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
       WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`,
    ),
    selectRows(
      {
        table: text('table_name'),
        column: text('column_name'),
        to: text('referenced_table_name'),
        toColumn: text('referenced_column_name'),
      },
      `FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL
       ORDER BY table_name, constraint_name, ordinal_position`,
    ),
    selectRows(
      {
        table: text('table_name'),
        index: text('index_name'),
        columns: text('GROUP_CONCAT(column_name ORDER BY seq_in_index)'),
      },
      'FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0 GROUP BY table_name, index_name',
    ),
  ])
  return { columns, keys, uniques }
}

/** Finds a school by its public id. @throws Trouble when there is none */
export async function schoolToMove(publicId: string): Promise<{ id: number; publicId: string; name: string }> {
  const school = await selectRow(
    { id: number('id'), publicId: text('public_id'), name: text('name') },
    'FROM schools WHERE public_id = :publicId',
    { publicId },
  )
  if (!school) throw new Trouble(`There is no school ${publicId.replace(/\p{C}+/gu, ' ')}.`)
  return school
}
