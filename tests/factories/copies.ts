import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { connectionOptions } from '~/database/database.server'
import { type SchoolTable, schoolTables } from '../../scripts/moves/school-tables'
import { readRows } from './read'

/* Copies rows inside the database, which takes seconds per copy where the factories take minutes. */

/** Returns the table that a column refers to; it may depend on the row's kind, as in dues (`fee`: fee_instalments). */
type Named = (row: { kind: string }) => string | null

/**
 * Multiplies a school's students by `times`: each copy is in the section of the original, owes the same fees and has
 * paid them in the same way. Works only for a school whose students owe nothing but fees.
 */
export async function multiplyStudents(schoolId: number, times: number): Promise<void> {
  const own = new Set(['students'])
  const isOwn = (named: Named) => own.has(named({ kind: 'fee' }) ?? '')
  const tables = (await schoolTables()).filter(({ name }) => name !== 'audit_entries')
  for (const { name, references } of tables) if ([...references.values()].some(isOwn)) own.add(name)
  const copied = tables.filter(({ name }) => own.has(name))
  await copyRows(schoolId, { tables: copied, isMoved: isOwn, copies: times - 1, signsFrom: 1 })
}

/**
 * Copies a school with all its rows except jobs, whose payload refers to rows; returns the ids of the copies. Copies
 * keep the names and texts of the original.
 */
export async function copySchool(schoolId: number, copies: number): Promise<number[]> {
  const tables = (await schoolTables()).filter(({ name }) => name !== 'jobs')
  const all = { tables, isMoved: () => true, copies, signsFrom: 3 }
  const distance = await copyRows(schoolId, all)
  return Array.from({ length: copies }, (_, index) => schoolId + (index + 1) * distance)
}

interface Copying {
  tables: readonly SchoolTable[]
  /** Returns true when the rows that a column refers to are copied too. */
  isMoved: (named: Named) => boolean
  copies: number
  /** Position, counted from 1, of the two characters of a public id that distinguish the copies. */
  signsFrom: number
}

/** Upper limit of rows that concurrent tests add to a table of the same database while a school is copied. */
const addedDuringCopy = 10_000

/** Copies a school's rows; returns the distance between the ids of one copy's rows and those of the previous copy. */
async function copyRows(schoolId: number, { tables, isMoved, copies, signsFrom }: Copying): Promise<number> {
  const { uniques, numbers } = await readKeys()
  const connection = await createConnection(connectionOptions())
  try {
    await connection.query('SET SESSION foreign_key_checks = 0, unique_checks = 0')
    let distance = 0
    for (const { name } of tables.filter(({ hasId }) => hasId)) {
      // Ids of the copies start beyond AUTO_INCREMENT (which exceeds the last id after deletions) and beyond the rows
      // that concurrent tests add.
      const [[made]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${name}`)
      const next = Number(/ AUTO_INCREMENT=(\d+)/.exec(String(made?.['Create Table']))?.[1] ?? 1)
      distance = Math.max(distance, next + addedDuringCopy)
    }
    for (const table of tables) {
      const moves = (column: string) => {
        const named = table.references.get(column)
        return named ? isMoved(named) : column === 'id' && table.hasId
      }
      // For each unique key without a column that `moves`: its last column, whose value must differ in each copy.
      const own = uniques
        .filter(({ table: name, columns }) => name === table.name && !columns.some(moves))
        .map(({ columns }) => columns.at(-1) ?? '')
      const mark = table.columns.find(moves)
      const where = `${table.where.replaceAll(':school', String(schoolId))} AND ${mark} < ${distance}`
      const maxValues = new Map<string, number>()
      for (const column of own.filter((name) => numbers.has(`${table.name}.${name}`))) {
        const [[row]] = await connection.query<RowDataPacket[]>(
          `SELECT MAX(${column}) AS max FROM ${table.name} WHERE ${where}`,
        )
        maxValues.set(column, Number(row?.max))
      }
      // Inserts the copy with the highest ids first: this moves AUTO_INCREMENT beyond all copies, so that a concurrent
      // insert gets none of their ids.
      for (let nth = copies; nth >= 1; nth--) {
        const values = table.columns.map((column) => {
          if (moves(column)) return `\`${column}\` + ${nth * distance}`
          if (!own.includes(column)) return `\`${column}\``
          if (maxValues.has(column)) return `\`${column}\` + ${nth * (maxValues.get(column) ?? 0)}`
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

/** Two characters for a public id; the first never occurs in a random id. */
const signsOf = (nth: number) => `${'eilou'[Math.floor(nth / 20)]}${'bcdfghjkmnpqrstvwxyz'[nth % 20]}`

async function readKeys() {
  const uniques = await readRows<{ table: string; columns: string }>(
    `SELECT table_name AS \`table\`, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0 GROUP BY table_name, index_name`,
  )
  const numbers = await readRows<{ name: string }>(
    `SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND numeric_precision IS NOT NULL`,
  )
  return {
    uniques: uniques.map(({ table, columns }) => ({ table, columns: columns.split(',') })),
    numbers: new Set(numbers.map(({ name }) => name)),
  }
}
