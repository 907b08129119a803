import { QueryTypes } from 'sequelize'
import { database } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'

type Value = string | number | Date | Buffer | null

/** Writes one row and returns its id. Column names come from the factories, never from user input. */
export async function insert(table: string, row: Record<string, Value>): Promise<number> {
  const columns = Object.keys(row)
  const [id] = await database().query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
    { type: QueryTypes.INSERT, replacements: row, logging: false },
  )
  return id
}

/** Writes a row that the office edits in a form: adds its public id, its school and the current time. */
export async function insertThing(
  table: string,
  school: { id: number },
  row: Record<string, Value>,
): Promise<{ id: number; publicId: string }> {
  const [publicId, now] = [newPublicId(), new Date()]
  const id = await insert(table, {
    public_id: publicId,
    school_id: school.id,
    created_at: now,
    updated_at: now,
    ...row,
  })
  return { id, publicId }
}

let made = 0

/** Returns a string unique on this database: time and process id, then a counter. */
export function unique(): string {
  made += 1
  return `${Date.now().toString(36)}${process.pid.toString(36)}${made}`
}

let turns = 0

/** Returns a function that returns the next item of the list at each call, and the first again after the last. */
export function inTurn<T>(list: readonly [T, ...T[]]): () => T {
  let begun = turns
  let next = 0
  return () => {
    if (begun !== turns) next = 0
    begun = turns
    return list[next++ % list.length] ?? list[0]
  }
}

/** Makes every function of `inTurn` start again at the first item of its list. */
export function restartTurns(): void {
  turns += 1
}

/** Writes many rows with the same columns, a thousand at a time. */
export async function insertMany(table: string, rows: ReadonlyArray<Record<string, Value>>): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; from += 1000) {
    const part = rows.slice(from, from + 1000)
    await database().query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${part.map(() => '(?)').join(', ')}`, {
      type: QueryTypes.INSERT,
      replacements: part.map((row) => columns.map((column) => row[column] ?? null)),
      logging: false,
    })
  }
}
