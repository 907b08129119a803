import { execute } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { localized } from '../factories/marked-texts'
import { readRows } from '../factories/read'
import type { Things, World } from './world'

/*
 * Identifies the owners of the data in a response: every free text of the test data contains a marker word of its
 * owner, and every public id maps to its owner. Both are derived from the database schema, so that new tables are
 * covered automatically.
 */

export const owners = ['student', 'classmate', 'schoolmate', 'school', 'foreign student', 'foreign school'] as const
/** `schoolmate`: any other student of the same school; `school`: data of the school that belongs to no student. */
export type Owner = (typeof owners)[number]

interface Mark {
  owner: Owner
  table: string
}

/** Marks by marker word (one for each owner in each table) and by public id. */
export type Markers = Map<string, Mark>

/** Columns without free text: they have machine-readable values, choices from a list, contact details or secrets. */
const notFree =
  /^(action|subject_kind|details|field|event_kind|outcome|content_type|provider_link_url|leased_by|payload|last_error|cells|changes|columns_chosen|answers|preview|shown|file_cells|undo_kept|list_layouts|sheet_columns|sheets|notes|problems|fields|content|number_text|view|invoice_view|grade|definition|exams|card|grades|remark_codes|enrollment_number|.*email|to_address|mail_after|.*phone|contact_number|emergency_contact|password_hash|.*_aadhar|razorpay_.*|maps_.*|sms_.*|whatsapp_.*|dlt_.*|plan|bounce_reason|facts|muted|events|allowed_urls|once_key)$/

/** Schools appear in public lists; migrations belong to no school. */
const notMarked = ['schools', 'migrations']

interface Table {
  name: string
  columns: Map<string, { isFree: boolean; length: number }>
  /** Columns with row ids of other tables. */
  parents: Array<{ column: string; table: string }>
}

/** SQL for a row's student and school, over `t` and the joined parent tables. */
interface Ownership {
  joins: string
  student: string | null
  school: string | null
}

/**
 * Puts a marker word of the owner into every free text of the world's two schools, and returns the owners of words and
 * ids.
 */
export async function plantMarkers(world: World): Promise<Markers> {
  const markers: Markers = new Map()
  for (const { table, ownership, owner, rows } of await ownedRows(world)) {
    const words = new Map(owners.map((one) => [one, `Zq${newPublicId().slice(0, 5)}`]))
    for (const row of rows) {
      const mark = { owner: row.owner, table: table.name }
      markers.set(words.get(row.owner) ?? '', mark)
      if (row.id) markers.set(row.id, mark)
    }
    await plantIn(table, ownership, owner, words)
  }
  return markers
}

/** Returns owner and table of every public id of the world's two schools. */
export async function ownersOfIds(world: World): Promise<Markers> {
  const found = (await ownedRows(world)).flatMap(({ table, rows }) =>
    rows.flatMap(({ id, owner }) => (id ? [[id, { owner, table: table.name }] as const] : [])),
  )
  return new Map(found)
}

async function ownedRows(world: World) {
  const tables = await readTables()
  const found = []
  for (const table of tables.values()) {
    const ownership = ownershipOf(table, tables)
    if (notMarked.includes(table.name) || !ownership.school) continue
    const owner = ownerCase(world, ownership)
    const id = table.columns.has('public_id') ? 't.public_id' : 'NULL'
    const rows = await readRows<{ id: string | null; owner: Owner }>(
      `SELECT DISTINCT ${id} AS id, ${owner} AS owner FROM \`${table.name}\` t ${ownership.joins} HAVING owner IS NOT NULL`,
    )
    if (rows.length > 0) found.push({ table, ownership, owner, rows })
  }
  return found
}

async function plantIn(
  table: Table,
  ownership: Ownership,
  owner: string,
  words: ReadonlyMap<Owner, string>,
): Promise<void> {
  const word = `CASE ${owner} ${owners.map((one) => `WHEN '${one}' THEN '${words.get(one)}'`).join(' ')} END`
  const set = [...table.columns]
    .filter(([, { isFree }]) => isFree)
    .map(([name, { length }]) => {
      const column = `t.\`${name}\``
      // Leaves a text unchanged when the word does not fit, because a truncated text might equal another one.
      const fits = `${column} <> '' AND CHAR_LENGTH(${column}) <= ${length - 8}`
      const marked = localized.test(`${table.name}.${name}`)
        ? `REPLACE(${column}, '":"', CONCAT('":"', ${word}, ' '))`
        : `CONCAT(${word}, ' ', ${column})`
      return `${column} = IF(${fits}, ${marked}, ${column})`
    })
  if (set.length === 0) return
  await execute(`UPDATE \`${table.name}\` t ${ownership.joins} SET ${set.join(', ')} WHERE ${owner} IS NOT NULL`, {})
}

async function readTables(): Promise<Map<string, Table>> {
  const columns = await readRows<{
    table: string
    name: string
    type: string
    collation: string | null
    length: number
    extra: string
  }>(
    `SELECT table_name AS \`table\`, column_name AS name, data_type AS type, collation_name AS collation,
       CAST(COALESCE(character_maximum_length, 0) AS SIGNED) AS length, extra
     FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
  )
  const parents = await readRows<{ table: string; column: string; parent: string }>(
    `SELECT table_name AS \`table\`, column_name AS \`column\`, referenced_table_name AS parent FROM information_schema.key_column_usage
     WHERE table_schema = DATABASE() AND referenced_column_name = 'id' AND referenced_table_name <> table_name
     ORDER BY table_name, column_name`,
  )
  const tables = new Map<string, Table>()
  for (const { table, name, type, collation, length, extra } of columns) {
    const known = tables.get(table) ?? { name: table, columns: new Map(), parents: [] }
    const isText = /^(varchar|.*text)$/.test(type) && collation === 'utf8mb4_unicode_ci' && length >= 20
    const isFree = isText && !/GENERATED/.test(extra) && !notFree.test(name)
    known.columns.set(name, { isFree, length: Math.min(length, 4000) })
    tables.set(table, known)
  }
  for (const { table, column, parent } of parents) {
    if (!['school_id', 'student_id'].includes(column)) tables.get(table)?.parents.push({ column, table: parent })
  }
  return tables
}

/**
 * Derives ownership from the row's own columns, otherwise from its parents, of which one with a student takes
 * precedence over one with a school.
 */
function ownershipOf(table: Table, tables: Map<string, Table>, at = 't', depth = 0): Ownership {
  const has = (column: string) => (table.columns.has(column) ? `${at}.${column}` : null)
  if (table.name === 'students') return { joins: '', student: `${at}.id`, school: `${at}.school_id` }
  const own: Ownership = { joins: '', student: has('student_id'), school: has('school_id') }
  if ((own.student && own.school) || depth > 3) return own
  const above = table.parents.map(({ column, table: parent }, index) => {
    const name = `${at}${index}`
    const found = tables.get(parent)
    const up = found ? ownershipOf(found, tables, name, depth + 1) : { joins: '', student: null, school: null }
    return { ...up, joins: `LEFT JOIN \`${parent}\` ${name} ON ${name}.id = ${at}.${column} ${up.joins}` }
  })
  const parent = above.find(({ student }) => student) ?? above.find(({ school }) => school)
  if (!parent) return own
  return { joins: parent.joins, student: own.student ?? parent.student, school: own.school ?? parent.school }
}

function ownerCase({ own, classmate, foreign }: World, { student, school }: Ownership): string {
  const isOf = (things: Things) => `${school} = ${things.school.id}`
  const ofStudents = student
    ? `WHEN ${student} = ${own.student.id} THEN 'student' WHEN ${student} = ${classmate.student.id} THEN 'classmate'
       WHEN ${student} IS NOT NULL AND ${isOf(own)} THEN 'schoolmate' WHEN ${student} IS NOT NULL AND ${isOf(foreign)} THEN 'foreign student'`
    : ''
  return `CASE ${ofStudents} WHEN ${isOf(own)} THEN 'school' WHEN ${isOf(foreign)} THEN 'foreign school' END`
}

/**
 * Returns the owners and tables that a response reveals, without duplicates. Ids in the requested address do not count,
 * because the response may repeat them.
 */
export function ownersRevealedIn(text: string, markers: Markers, address: string): Mark[] {
  const told = new Map<string, Mark>()
  for (const [found] of text.matchAll(/Zq[2-9a-z]{5}|(?<![0-9a-z])[2-9b-df-hj-np-tv-z]{12}(?![0-9a-z])/g)) {
    const mark = markers.get(found)
    if (mark && !address.includes(found)) told.set(`${mark.owner} ${mark.table}`, mark)
  }
  return [...told.values()]
}
