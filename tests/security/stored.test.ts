import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Connection, createConnection, type ResultSetHeader } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '~/database/database.server'
import { makeDatabase } from '../factories/app'
import type { House } from './house'
import { type Kept, keepContent } from './kept'
import { changedTables, contentOf, passing, storedColumns } from './stored'
import { makeWorld, type World } from './world'

const own = await makeDatabase()
process.env.DATABASE_URL = own.url
// Nobody serves: the fingerprint looks at the database alone.
const house = {} as House
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shala-stored-'))

let world: World
let connection: Connection
let kept: Kept
let first: string

beforeAll(async () => {
  world = await makeWorld({ dataDir })
  connection = await createConnection(own.url)
  first = await contentOf(house)
  kept = await keepContent()
})
afterAll(async () => {
  await kept?.close()
  await connection?.end()
  await closeDatabase()
  await own.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Takes a row away, or puts one in where none is; false where the rules of the table do not let any row in without its values. */
async function disturb(name: string): Promise<boolean> {
  const [taken] = await connection.query<ResultSetHeader>(`DELETE FROM \`${name}\` LIMIT 1`)
  if (taken.affectedRows > 0) return true
  return connection.query(`INSERT INTO \`${name}\` () VALUES ()`).then(
    () => true,
    (error) => {
      // Only MariaDB can leave these rules out.
      if (error.code === 'ER_CHECK_CONSTRAINT_VIOLATED') return false
      throw error
    },
  )
}

describe('the fingerprint of what is stored', () => {
  it('sees one row less or more in any table, and that everything is as it was when it is back', async () => {
    await connection.query("SET SESSION foreign_key_checks = 0, sql_mode = ''")
    await connection.query('SET SESSION check_constraint_checks = 0').catch(() => {})
    const wrong: string[] = []
    const names = [...(await storedColumns()).keys()]
    for (const name of names) {
      const isDisturbed = await disturb(name)
      const seen = changedTables(first, await contentOf(house))
      const expected = isDisturbed && !passing.includes(name) ? name : ''
      if (seen.join() !== expected) wrong.push(`${name}: ${seen.join() || 'nothing'}`)
      await kept.restore([name])
      if ((await contentOf(house)) !== first) wrong.push(`${name}: not as it was`)
    }
    expect(wrong).toEqual([])
    expect(names.length).toBeGreaterThan(90)
  })

  it('sees what changes in a row that stays: by an update, by an insert that finds its key taken, and in the end the same again', async () => {
    const { id, name } = world.own.school
    const changes = [
      ['UPDATE schools SET name = ? WHERE id = ?', ['Another name', id]],
      [
        `INSERT INTO students (id, school_id, public_id, first_name) VALUES (?, ?, '-', '-')
         ON DUPLICATE KEY UPDATE first_name = 'Another name'`,
        [world.own.student.id, id],
      ],
      ['UPDATE schools SET name = ? WHERE id = ?', [name, id]],
    ] as const
    const seen: string[] = []
    for (const [statement, values] of changes) {
      await connection.query(statement, [...values])
      seen.push(changedTables(first, await contentOf(house)).join())
    }
    expect(seen).toEqual(['schools', 'schools,students', 'students'])
    await kept.restore(['students'])
    expect(await contentOf(house)).toBe(first)
  })

  it('sees the rows that the database takes away or clears by itself', async () => {
    await connection.query('SET SESSION foreign_key_checks = 1')
    await connection.query('DELETE FROM dues WHERE id = ?', [world.own.due.id])
    const seen = changedTables(first, await contentOf(house))
    expect(seen).toContain('dues')
    expect(seen).toContain('due_parts')
    await kept.restore(seen)
    expect(await contentOf(house)).toBe(first)
  })

  it('takes no change for one that was rolled back, and sees one that is committed after it looked', async () => {
    const change = () =>
      connection.query("UPDATE schools SET name = 'Another name' WHERE id = ?", [world.own.school.id])
    await connection.beginTransaction()
    await change()
    await connection.rollback()
    expect(await contentOf(house)).toBe(first)
    await connection.beginTransaction()
    await change()
    expect(await contentOf(house)).toBe(first)
    await connection.commit()
    expect(changedTables(first, await contentOf(house))).toEqual(['schools'])
    await kept.restore(['schools'])
    expect(await contentOf(house)).toBe(first)
  })
})
