import { Sequelize } from 'sequelize'
import { expect, it, vi } from 'vitest'
import { readRow, readRows } from '../../tests/factories/read'
import { closeDatabase } from './connection.server'
import { execute } from './statements.server'
import { inTransaction } from './transaction.server'
import { outsideTransaction } from './transaction-store.server'

/** Number of SET statements that the server has counted on the connection of the surrounding transaction. */
async function settingsTold(): Promise<number> {
  const row = await readRow<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Com_set_option'`)
  return Number(row?.Value)
}

it('configures a new connection once, even after many earlier statements', async () => {
  await closeDatabase()
  const atFirst = await inTransaction(settingsTold)
  for (let sent = 0; sent < 500; sent++) await readRows('SELECT 1 AS one')
  // The pool has one connection, held by the outer transaction: the inner one needs a new connection.
  const connection = async () => (await readRow<{ id: number }>('SELECT CONNECTION_ID() AS id'))?.id
  const later = await inTransaction(async () => {
    const outer = await connection()
    return outsideTransaction(() =>
      inTransaction(async () => {
        expect(await connection()).not.toBe(outer)
        return settingsTold()
      }),
    )
  })
  expect(later).toBe(atFirst)
})

it('sets its own SQL mode regardless of the server’s and the driver’s defaults', async () => {
  await closeDatabase()
  const row = await readRow<{ mode: string; lists: number }>(
    'SELECT @@SESSION.sql_mode AS mode, @@SESSION.group_concat_max_len AS lists',
  )
  expect(row?.mode.split(',').sort()).toEqual([
    'ERROR_FOR_DIVISION_BY_ZERO',
    'NO_ENGINE_SUBSTITUTION',
    'NO_ZERO_DATE',
    'NO_ZERO_IN_DATE',
    'STRICT_TRANS_TABLES',
  ])
  expect(row?.lists).toBe(1_048_576)
})

it('retries a conflicting write up to the limit, in a transaction and outside', async () => {
  await closeDatabase()
  const sent: string[] = []
  const really = Sequelize.prototype.query
  const collides = Object.assign(new Error('Deadlock found'), { errno: 1213 })
  // Replace the method before the pool is opened, because the pool keeps the method that it finds then.
  const spy = vi.spyOn(Sequelize.prototype, 'query').mockImplementation(function (this: Sequelize, ...args: unknown[]) {
    const [sql] = args
    if (!String(sql).startsWith('UPDATE')) return Reflect.apply(really, this, args)
    sent.push(String(sql))
    return Promise.reject(collides)
  })
  try {
    await expect(execute('UPDATE students SET id = id WHERE 1 = 0', {})).rejects.toBe(collides)
    expect(sent.splice(0)).toHaveLength(6)
    // A transaction is retried as a whole, not by statement.
    await expect(inTransaction(() => execute('UPDATE students SET id = id WHERE 1 = 0', {}))).rejects.toBe(collides)
    expect(sent).toHaveLength(6)
  } finally {
    spy.mockRestore()
    await closeDatabase()
  }
})
