import { expect, it } from 'vitest'
import { readRows } from '../../../../tests/factories/read'
import { classKeys } from './field-classes'
import { columnsIn, fieldsOf, removableFields, replacements } from './field-columns.server'
import { filesOf } from './remove-data.server'

/**
 * Texts without personal data, by table; `*` for all columns. The test fails on any text that is neither here nor in a
 * class.
 */
const ofNobody: Record<string, string> = {
  // Data of the school and what it offers.
  academic_sessions: '*',
  bell_periods: '*',
  certificate_counters: '*',
  certificate_kinds: '*',
  classes: '*',
  exam_papers: '*',
  exams: '*',
  fare_structures: '*',
  fee_heads: '*',
  fee_instalments: '*',
  fees: '*',
  grade_bands: '*',
  holidays: '*',
  order_counters: '*',
  product_variants: '*',
  products: '*',
  quizzes: '*',
  quiz_accepted_answers: '*',
  quiz_options: '*',
  quiz_questions: '*',
  receipt_counters: '*',
  report_remarks: '*',
  report_scheme_exams: '*',
  report_scheme_revisions: '*',
  report_schemes: '*',
  rooms: '*',
  route_stops: '*',
  school_settings: '*',
  sections: '*',
  store_settings: '*',
  subjects: '*',
  timetable_days: '*',
  timetable_entries: '*',
  transport_routes: '*',
  tuition_marks: '*',
  sibling_rules: '*',
  message_settings: '*',
  message_templates: '*',
  message_rules: '*',
  breach_texts: '*',
  grievance_counters: '*',
  // Data of the installation.
  backups: '*',
  kept_numbers: '*',
  migrations: '*',
  table_versions: '*',
  workers: '*',
  // Tables with personal data that also have the school's own texts, years and settings.
  certificate_settings: 'affiliation_line school_code',
  breach_cases:
    'title nature extent happened location cause measures remedies cert_in_reference board_reference details_reference closing_remarks',
  grievances: 'financial_year',
  message_attempts: 'provider_id',
  outgoing_messages: 'once_key',
  privacy_notices: 'purpose title data uses shared view',
  sessions: 'opened_from',
  certificates: 'fee_year financial_year',
  hostel_applications: 'academic_year',
  hostels: 'name address bank_name bank_account_number bank_ifsc_code',
  imports: 'sheet_columns sheets columns_chosen stopped_because',
  import_words: 'column_key',
  notices: 'mail_after',
  orders: 'financial_year invoice_year',
  receipts: 'financial_year',
  report_card_withdrawals: 'term_key',
  report_cards: 'term_key',
  report_entries: 'term_key',
  retention_years: 'class_key',
  schools: 'board affiliation_number suspended_reason',
  second_person_requests: 'kind subject run_key',
  transport_applications: 'fare_name',
  vehicles: 'vehicle_number destination_address',
}
/** Columns of every row: its public id and the idempotency key. */
const ofEveryRow = new Set(['public_id', 'form_key'])

interface Column {
  table: string
  name: string
  type: string
  nullable: string
}

const readColumns = () =>
  readRows<Column>(
    `SELECT table_name AS \`table\`, column_name AS name, data_type AS type, is_nullable AS nullable
     FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
  )

const homes = () =>
  classKeys.flatMap((key) =>
    Object.entries<string>(fieldsOf(key).columns).flatMap(([table, list]) =>
      columnsIn(list).map(([column]) => ({ key, place: `${table}.${column}` })),
    ),
  )

it('assigns every text of the database to one class, or lists it as not personal', async () => {
  const columns = await readColumns()
  const classed = new Map<string, string[]>()
  for (const { key, place } of homes()) classed.set(place, [...(classed.get(place) ?? []), key])
  // The code of a language is a choice, although it is stored as text.
  const isText = ({ name, type }: Column) => name !== 'language' && /char|text|binary|blob/.test(type)
  const isOfNobody = ({ table, name }: Column) =>
    ofEveryRow.has(name) || ofNobody[table] === '*' || (ofNobody[table] ?? '').split(' ').includes(name)
  const forgotten = columns.filter((one) => isText(one) && !isOfNobody(one) && !classed.has(`${one.table}.${one.name}`))
  expect(forgotten.map(({ table, name }) => `${table}.${name}`)).toEqual([])
  const both = columns.filter((one) => isOfNobody(one) && classed.has(`${one.table}.${one.name}`))
  expect(both.map(({ table, name }) => `${table}.${name}`)).toEqual([])
  expect([...classed].filter(([, keys]) => keys.length > 1)).toEqual([])
  const known = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  expect([...classed.keys()].filter((place) => !known.has(place))).toEqual([])
})

it('covers every table of students', async () => {
  const columns = await readColumns()
  const tables = columns.filter(({ name }) => name === 'student_id').map(({ table }) => table)
  expect(tables.length).toBeGreaterThan(40)
  const classed = new Set(classKeys.flatMap((key) => Object.keys(fieldsOf(key).columns)))
  expect(tables.filter((table) => !classed.has(table))).toEqual([])
})

it('replaces nullable columns by NULL, and others by a value', async () => {
  const columns = new Map((await readColumns()).map((one) => [`${one.table}.${one.name}`, one]))
  const wrong = removableFields.flatMap(([, { columns: tables }]) =>
    Object.entries<string>(tables).flatMap(([table, list]) =>
      columnsIn(list)
        .filter(([column, replacement]) => {
          const nullable = columns.get(`${table}.${column}`)?.nullable === 'YES'
          return replacement === null ? !nullable : replacement !== 'blank?' && nullable
        })
        .map(([column]) => `${table}.${column}`),
    ),
  )
  expect(wrong).toEqual([])
  for (const key of classKeys)
    for (const list of Object.values<string>(fieldsOf(key).columns))
      for (const [, replacement] of columnsIn(list))
        expect(replacement === null || replacement in replacements).toBe(true)
})

it('removes every file of a student with a class, or keeps it permanently', async () => {
  const found = await readRows<{ place: string }>(
    `SELECT CONCAT(k.table_name, '.', k.column_name) AS place FROM information_schema.key_column_usage k
     WHERE k.table_schema = DATABASE() AND k.referenced_table_name = 'files' AND (k.table_name = 'students' OR EXISTS
       (SELECT 1 FROM information_schema.columns c WHERE c.table_schema = DATABASE() AND c.table_name = k.table_name AND c.column_name = 'student_id'))`,
  )
  const going = Object.values(filesOf).map(({ table, column }) => `${table}.${column}`)
  // Documents have their own rows, and a thumbnail is deleted with its picture.
  const others = ['student_documents.file_id', 'files.thumbnail_of']
  const forGood = ['receipts.file_id', 'certificates.logo_file_id', 'certificate_copies.file_id']
  const known = [...going, ...others, ...forGood]
  expect(found.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([])
  expect(found.map(({ place }) => place)).toEqual(expect.arrayContaining(going))
})
