import { execute } from '~/database/database.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { type SchoolTable, schoolTables } from '../../scripts/moves/school-tables'
import { copySchool } from './copies'
import { insert, unique } from './insert'
import { readRows } from './read'

/*
 * A school that is ahead in everything: a copy of the demo school with higher numbers, newer versions and a row in
 * every table. A statement that forgets its `school_id` finds these rows, so that the tests of the intended school
 * fail.
 */

/** Distinguishes the neighbour from the demo school of the same name. */
export const neighbourEmail = 'office@neighbour.shala.test'

/** Last number of the neighbour's receipts, orders, certificates and grievances. */
const lastNumber = 9_000

/** Excludes jobs, which a worker would run. */
const copiedTables = async () => (await schoolTables()).filter(({ name }) => name !== 'jobs')

interface Column {
  table: string
  name: string
  type: string
  length: number | null
  isNullable: 0 | 1
}

/** Creates the neighbour of a demo school and returns its id. */
export async function makeNeighbour(demoSchoolId: number): Promise<number> {
  const [schoolId = 0] = await copySchool(demoSchoolId, 1)
  const tables = await copiedTables()
  const columns = await readColumns()
  await execute('UPDATE schools SET email = :neighbourEmail WHERE id = :schoolId', { neighbourEmail, schoolId })
  // Shortens `2026-2027` to `2026-27`, the name format of makeAcademicSession.
  await execute(
    'UPDATE academic_sessions SET name = CONCAT(LEFT(name, 5), RIGHT(name, 2)) WHERE school_id = :schoolId',
    { schoolId },
  )
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table.name)
    await fill(schoolId, table, tables, own)
    await moveAhead(schoolId, table, own)
  }
  return schoolId
}

/**
 * Creates a neighbour with higher ids than the school: a copy with other names, higher numbers and newer versions. A
 * statement that reads the last rows of all schools, or forgets its `school_id`, finds the neighbour's rows.
 */
export async function makeNeighbourBehind(schoolId: number): Promise<void> {
  const [copyId = 0] = await copySchool(schoolId, 1)
  const columns = await readColumns()
  for (const table of await copiedTables()) {
    const own = columns.filter((column) => column.table === table.name)
    await moveAhead(copyId, table, own)
    const names = own.filter((column) => /(^|_)(name|title|number)$/.test(column.name) && /^varchar/.test(column.type))
    if (names.length === 0) continue
    const changes = names.map(({ name, length }) => `${name} = LEFT(CONCAT('Z ', ${name}), ${length})`)
    const where = table.where.replaceAll(':school', ':copyId')
    await execute(`UPDATE ${table.name} SET ${changes.join(', ')} WHERE ${where}`, { copyId })
  }
}

function readColumns(): Promise<Column[]> {
  return readRows<Column>(
    `SELECT table_name AS \`table\`, column_name AS name, column_type AS type, character_maximum_length AS length,
       is_nullable = 'YES' AS isNullable
     FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY ordinal_position`,
  )
}

/** Writes a row into a table in which the demo school has none. */
async function fill(
  schoolId: number,
  table: SchoolTable,
  tables: readonly SchoolTable[],
  columns: readonly Column[],
): Promise<void> {
  const firstIds = async ({ name, where, primaryKey }: SchoolTable) => {
    const own = where.replaceAll(':school', String(schoolId))
    const rows = await readRows<{ id: number }>(
      `SELECT ${primaryKey[0]} AS id FROM ${name} WHERE ${own} ORDER BY 1 LIMIT 2`,
    )
    return rows.map(({ id }) => id)
  }
  if ((await firstIds(table)).length > 0) return
  const row: Record<string, string | number | Date | null> = {}
  for (const column of columns.filter(({ name }) => table.columns.includes(name) && name !== 'id')) {
    const named = table.references.get(column.name)?.({ ...row, kind: 'fee' })
    const target = tables.find(({ name }) => name === named)
    if (!target) row[column.name] = valueFor(column)
    // A promotion needs two different sessions.
    else row[column.name] = (await firstIds(target)).at(column.name.startsWith('to_') ? -1 : 0) ?? null
  }
  await insert(table.name, row)
}

function valueFor({ name, type, length, isNullable }: Column): string | number | Date | null {
  if (isNullable) return null
  if (name === 'public_id') return newPublicId()
  if (/^(form_key|unique_key)$/.test(name)) return unique()
  if (name === 'class_key') return 'contact'
  if (name === 'financial_year') return financialYearOf(todayInIndia(new Date()))
  if (/^(datetime|timestamp)/.test(type)) return new Date()
  if (type === 'date') return todayInIndia(new Date())
  if (type.startsWith('time')) return '09:00:00'
  if (type.startsWith('enum')) return /'([^']*)'/.exec(type)?.[1] ?? ''
  if (/text$/.test(type)) return '{}'
  if (/char|binary/.test(type)) return 'Neighbour'.slice(0, length ?? 1)
  return /^tinyint/.test(type) ? 1 : lastNumber
}

/** Raises versions of rows, numbers of notices and documents, and the counters behind them. */
async function moveAhead(schoolId: number, { name }: SchoolTable, columns: readonly Column[]): Promise<void> {
  if (!columns.some((column) => column.name === 'school_id')) return
  const numbers = columns.filter(
    (column) => /(^|_)(number|version|code|position)$/.test(column.name) && /^(int|smallint)/.test(column.type),
  )
  if (numbers.length === 0) return
  const changes = numbers.map((column) => `${column.name} = ${column.name} + :lastNumber`)
  await execute(`UPDATE ${name} SET ${changes.join(', ')} WHERE school_id = :schoolId`, { schoolId, lastNumber })
}

/** Returns statements that copy a school's rows into the database `{to}`. */
export async function statementsThatCopy(schoolId: number): Promise<string[]> {
  return (await copiedTables()).map(({ name, columns, where }) => {
    const names = columns.map((column) => `\`${column}\``).join(', ')
    return `INSERT INTO {to}.${name} (${names}) SELECT ${names} FROM ${name} WHERE ${where.replaceAll(':school', String(schoolId))}`
  })
}
