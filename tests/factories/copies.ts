import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { connectionOptions } from '~/database/connection.server'
import { select } from '~/database/database.server'
import { type SchoolTable, schoolTables } from '../../scripts/moves/school-tables'

/* Rows made of rows: what takes the factories a minute takes the database seconds for each further time. */

/** The table that a column names a row of: of dues, that of fees. */
type Named = (row: { kind: string }) => string | null

/**
 * Makes a school's students `times` as many: each copy sits in the same section, owes the same fees and has paid them in the same way. Only
 * for a school whose students owe nothing but fees.
 */
export async function multiplyStudents(schoolId: number, times: number): Promise<void> {
  const own = new Set(['students'])
  const isOwn = (named: Named) => own.has(named({ kind: 'fee' }) ?? '')
  const tables = (await schoolTables()).filter(({ name }) => name !== 'audit_entries')
  for (const { name, references } of tables) if ([...references.values()].some(isOwn)) own.add(name)
  const copied = tables.filter(({ name }) => own.has(name))
  await copyRows(schoolId, { tables: copied, isMoved: isOwn, copies: times - 1, signsFrom: 1 })
}

/** Copies a school with all its rows but jobs, which name rows in their payload; returns the ids of the copies. Names and texts are those of the first. */
export async function copySchool(schoolId: number, copies: number): Promise<number[]> {
  const tables = (await schoolTables()).filter(({ name }) => name !== 'jobs')
  const all = { tables, isMoved: () => true, copies, signsFrom: 3 }
  const distance = await copyRows(schoolId, all)
  return Array.from({ length: copies }, (_, index) => schoolId + (index + 1) * distance)
}

interface Copying {
  tables: readonly SchoolTable[]
  /** Whether the rows that a column names are copied too. */
  isMoved: (named: Named) => boolean
  copies: number
  /** Which two signs of a public id tell the copies apart. */
  signsFrom: number
}

/** More than other tests on the same database add to a table while a school is copied. */
const addedMeanwhile = 10_000

/** Answers how far the rows of each copy are, by their numbers, from those of the one before. */
async function copyRows(schoolId: number, { tables, isMoved, copies, signsFrom }: Copying): Promise<number> {
  const { uniques, numbers } = await readKeys()
  const connection = await createConnection(connectionOptions())
  try {
    await connection.query('SET SESSION foreign_key_checks = 0, unique_checks = 0')
    let distance = 0
    for (const { name } of tables.filter(({ hasId }) => hasId)) {
      // Beyond the number that the next row gets, which is not that after the last where rows have gone, and what others add meanwhile.
      const [[made]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${name}`)
      const next = Number(/ AUTO_INCREMENT=(\d+)/.exec(String(made?.['Create Table']))?.[1] ?? 1)
      distance = Math.max(distance, next + addedMeanwhile)
    }
    for (const table of tables) {
      const moves = (column: string) => {
        const named = table.references.get(column)
        return named ? isMoved(named) : column === 'id' && table.hasId
      }
      // Of what no two rows may share something has to be another.
      const own = uniques
        .filter(({ table: name, columns }) => name === table.name && !columns.some(moves))
        .map(({ columns }) => columns.at(-1) ?? '')
      const mark = table.columns.find(moves)
      const where = `${table.where.replaceAll(':school', String(schoolId))} AND ${mark} < ${distance}`
      const largest = new Map<string, number>()
      for (const column of own.filter((name) => numbers.has(`${table.name}.${name}`))) {
        const [[row]] = await connection.query<RowDataPacket[]>(
          `SELECT MAX(${column}) AS most FROM ${table.name} WHERE ${where}`,
        )
        largest.set(column, Number(row?.most))
      }
      // The highest number first: it moves the counter beyond all others, so that no row that a test adds meanwhile gets one of them.
      for (let nth = copies; nth >= 1; nth--) {
        const values = table.columns.map((column) => {
          if (moves(column)) return `\`${column}\` + ${nth * distance}`
          if (!own.includes(column)) return `\`${column}\``
          if (largest.has(column)) return `\`${column}\` + ${nth * (largest.get(column) ?? 0)}`
          return column === 'public_id' || column === 'token'
            ? `INSERT(${column}, ${signsFrom}, 2, '${signsOf(nth)}')`
            : `CONCAT('${nth}.', \`${column}\`)`
        })
        const names = table.columns.map((column) => `\`${column}\``).join(', ')
        await connection.query(
          `INSERT INTO ${table.name} (${names}) SELECT ${values.join(', ')} FROM ${table.name} WHERE ${where}
           ${table.hasId ? 'ORDER BY id DESC' : ''}`,
        )
      }
    }
    return distance
  } finally {
    await connection.end()
  }
}

/** Two signs of a public id, of which the first is in none that was drawn. */
const signsOf = (nth: number) => `${'eilou'[Math.floor(nth / 20)]}${'bcdfghjkmnpqrstvwxyz'[nth % 20]}`

async function readKeys() {
  const uniques = await select<{ table: string; columns: string }>(
    `SELECT table_name AS \`table\`, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0 GROUP BY table_name, index_name`,
  )
  const numbers = await select<{ name: string }>(
    `SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND numeric_precision IS NOT NULL`,
  )
  return {
    uniques: uniques.map(({ table, columns }) => ({ table, columns: columns.split(',') })),
    numbers: new Set(numbers.map(({ name }) => name)),
  }
}
