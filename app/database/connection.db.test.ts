import { Sequelize } from 'sequelize'
import { expect, it, vi } from 'vitest'
import { closeDatabase, execute, outsideTransaction, select, selectOne } from './connection.server'
import { inTransaction } from './transaction.server'

/** How many times the server was told a setting on the connection of the transaction around it, by its own count. */
async function settingsTold(): Promise<number> {
  const row = await selectOne<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Com_set_option'`)
  return Number(row?.Value)
}

it('sets up a new connection once, however many statements were sent before', async () => {
  await closeDatabase()
  const atFirst = await inTransaction(settingsTold)
  for (let sent = 0; sent < 500; sent++) await select('SELECT 1 AS one')
  // The pool has one connection, which the outer transaction holds: the inner one needs a new one.
  const connection = async () => (await selectOne<{ id: number }>('SELECT CONNECTION_ID() AS id'))?.id
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

it('says itself what a statement means, whatever the server and the driver would have', async () => {
  await closeDatabase()
  const row = await selectOne<{ mode: string; lists: number }>(
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

it('tries a write again that collides, so often and no oftener, whether or not its rows stand on kept pages', async () => {
  await closeDatabase()
  const sent: string[] = []
  const really = Sequelize.prototype.query
  const collides = Object.assign(new Error('Deadlock found'), { errno: 1213 })
  // Before the pool is opened: it keeps what it finds here.
  const spy = vi.spyOn(Sequelize.prototype, 'query').mockImplementation(function (this: Sequelize, ...args: unknown[]) {
    const [sql] = args
    if (!String(sql).startsWith('UPDATE')) return Reflect.apply(really, this, args)
    sent.push(String(sql))
    return Promise.reject(collides)
  })
  try {
    for (const table of ['students', 'throttles']) {
      await expect(execute(`UPDATE ${table} SET id = id WHERE 1 = 0`, {})).rejects.toBe(collides)
      expect(sent.splice(0)).toHaveLength(6)
    }
    // In a transaction the whole of it is tried again, not a statement of it.
    await expect(inTransaction(() => execute('UPDATE students SET id = id WHERE 1 = 0', {}))).rejects.toBe(collides)
    expect(sent).toHaveLength(6)
    await expect(inTransaction(() => execute('UPDATE throttles SET id = id WHERE 1 = 0', {}))).rejects.toBe(collides)
    expect(sent).toHaveLength(12)
  } finally {
    spy.mockRestore()
    await closeDatabase()
  }
})
