import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => (await import('../../tests/reliability/own-database')).ownDatabase())

import { env } from '~/env.server'
import { readRows } from '../../tests/factories/read'
import { closeDatabase, execute } from './database.server'
import { pendingMigrations } from './migrate.server'

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

const collations = async () =>
  (
    await readRows<{ collation: string }>(
      `SELECT COLLATION_NAME AS collation FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'migrations' AND COLLATION_NAME IS NOT NULL`,
    )
  ).map(({ collation }) => collation)

it('stores migration names in utf8mb4 in an existing and a new table', async () => {
  expect(await collations()).toEqual(['utf8mb4_unicode_ci'])
  const folder = path.join(env().SHALA_BUILD_DIR, 'migrations')
  expect(await pendingMigrations(folder)).toEqual([])
  await execute('DROP TABLE migrations', {})
  expect((await pendingMigrations(folder)).length).toBeGreaterThan(10)
  expect(await collations()).toEqual(['utf8mb4_unicode_ci'])
})

it('converts the migrations table of an older version to utf8mb4 by a migration', async () => {
  await execute('ALTER TABLE migrations CONVERT TO CHARACTER SET utf8mb3 COLLATE utf8mb3_unicode_ci', {})
  const { up } = await import('../../prisma-free-db/migrations/0117-suspended-schools')
  await up(async (sql) => {
    if (sql.includes('migrations')) await execute(sql, {})
  })
  expect(await collations()).toEqual(['utf8mb4_unicode_ci'])
})
