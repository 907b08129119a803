import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Connection, createConnection, type ResultSetHeader } from 'mysql2/promise'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '~/database/database.server'
import { makeDatabase } from '../factories/app'
import { beforeAllSteadily } from '../setup/steadily'
import type { House } from './house'
import { type Kept, keepContent } from './kept'
import { changedTables, fingerprintOf, storedColumns, volatileTables } from './stored'
import { makeWorld, type World } from './world'

const own = await makeDatabase()
process.env.DATABASE_URL = own.url
// No server needed: the fingerprint reads the database only.
const house = {} as House
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shala-stored-'))

let world: World
let connection: Connection
let kept: Kept
let first: string

beforeAllSteadily(async (step) => {
  world = await makeWorld({ dataDir }, { step })
  step('the world is made')
  connection = await createConnection(own.url)
  first = await fingerprintOf(house)
  kept = await keepContent()
})
afterAll(async () => {
  await kept?.close()
  await connection?.end()
  await closeDatabase()
  await own.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Deletes a row, or inserts one into an empty table; returns false when the table's constraints reject a row of
 * defaults.
 */
async function disturb(name: string): Promise<boolean> {
  const [taken] = await connection.query<ResultSetHeader>(`DELETE FROM \`${name}\` LIMIT 1`)
  if (taken.affectedRows > 0) return true
  return connection.query(`INSERT INTO \`${name}\` () VALUES ()`).then(
    () => true,
    (error) => {
      // On MySQL, a CHECK constraint may reject the row; only MariaDB can skip these constraints.
      if (error.code === 'ER_CHECK_CONSTRAINT_VIOLATED') return false
      throw error
    },
  )
}

describe('fingerprint of the stored data', () => {
  it('changes when any watched table loses or gains a row, and returns to its original value when the row is restored', async () => {
    await connection.query("SET SESSION foreign_key_checks = 0, sql_mode = ''")
    await connection.query('SET SESSION check_constraint_checks = 0').catch(() => {})
    const wrong: string[] = []
    const names = [...(await storedColumns()).keys()]
    for (const name of names) {
      const isDisturbed = await disturb(name)
      const seen = changedTables(first, await fingerprintOf(house))
      const expected = isDisturbed && !volatileTables.includes(name) ? name : ''
      if (seen.join() !== expected) wrong.push(`${name}: ${seen.join() || 'nothing'}`)
      await kept.restore([name])
      if ((await fingerprintOf(house)) !== first) wrong.push(`${name}: not as it was`)
    }
    expect(wrong).toEqual([])
    expect(names.length).toBeGreaterThan(90)
  })

  it('changes with an update and with an insert on an existing key, and returns to its original value when both are undone', async () => {
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
      seen.push(changedTables(first, await fingerprintOf(house)).join())
    }
    expect(seen).toEqual(['schools', 'schools,students', 'students'])
    await kept.restore(['students'])
    expect(await fingerprintOf(house)).toBe(first)
  })

  it('changes when the database deletes or clears rows by a cascade', async () => {
    await connection.query('SET SESSION foreign_key_checks = 1')
    await connection.query('DELETE FROM dues WHERE id = ?', [world.own.due.id])
    const seen = changedTables(first, await fingerprintOf(house))
    expect(seen).toContain('dues')
    expect(seen).toContain('due_parts')
    await kept.restore(seen)
    expect(await fingerprintOf(house)).toBe(first)
  })

  it('ignores a rolled-back or uncommitted change, and includes a change once it is committed', async () => {
    const change = () =>
      connection.query("UPDATE schools SET name = 'Another name' WHERE id = ?", [world.own.school.id])
    await connection.beginTransaction()
    await change()
    await connection.rollback()
    expect(await fingerprintOf(house)).toBe(first)
    await connection.beginTransaction()
    await change()
    expect(await fingerprintOf(house)).toBe(first)
    await connection.commit()
    expect(changedTables(first, await fingerprintOf(house))).toEqual(['schools'])
    await kept.restore(['schools'])
    expect(await fingerprintOf(house)).toBe(first)
  })
})
