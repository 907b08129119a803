import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { readRow } from '../../tests/factories/read'
import type { startLossyProxy } from '../../tests/stand-ins/lossy-way'
import { closeDatabase } from './connection.server'
import { isDatabaseGone, isRetryable } from './errors.server'
import { execute } from './statements.server'
import { inTransaction } from './transaction.server'

/* Simulates responses that only servers of a cluster send. `npm run test:cluster` uses a real cluster. */

const way = await vi.hoisted(async () => {
  const { startLossyProxy: start } = await import('../../tests/stand-ins/lossy-way')
  const found: Awaited<ReturnType<typeof startLossyProxy>> = await start(process.env.TEST_DATABASE_URL ?? '')
  process.env.DATABASE_URL = found.url
  return found
})
const publicId = newPublicId()
const ofSchool = { publicId }

beforeAll(async () => {
  await execute(
    `INSERT INTO schools (public_id, name, email, phone, address, created_at, updated_at)
     VALUES (:publicId, 'Vidya Mandir', 'o@v.test', '1', 'Ahmedabad', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    ofSchool,
  )
})
afterAll(async () => {
  delete process.env.DATABASE_REPLICA_URL
  await closeDatabase()
  await way.stop()
})

const phone = async () =>
  (await readRow<{ phone: string }>('SELECT phone FROM schools WHERE public_id = :publicId', ofSchool))?.phone

it('retries the whole transaction, including its reads, when its COMMIT conflicts', async () => {
  let collisions = 0
  way.state.refuses = () => ++collisions <= 3
  const read: (string | undefined)[] = []
  await inTransaction(async () => {
    read.push(await phone())
    await execute(`UPDATE schools SET phone = CONCAT(phone, 'x') WHERE public_id = :publicId`, ofSchool)
  })
  expect(read).toEqual(['1', '1', '1', '1'])
  expect(await phone()).toBe('1x')
})

it('throws and writes nothing when the conflicts at COMMIT persist', async () => {
  way.state.refuses = () => true
  const writing = inTransaction(async () => {
    await execute(`UPDATE schools SET phone = 'never' WHERE public_id = :publicId`, ofSchool)
  })
  expect(isRetryable(await writing.catch((error: unknown) => error))).toBe(true)
  way.state.refuses = () => false
  expect(await phone()).toBe('1x')
})

it.each([
  [1047, 'WSREP has not yet prepared node for application use'],
  [1180, 'Error while appending streaming replication fragment(provider status: Not connected to Primary Component)'],
  [1290, 'The MySQL server is running with the --super-read-only option so it cannot execute this statement'],
  [3100, "Error on observer while running replication hook 'before_commit'."],
  [3797, "Error while waiting for group transactions commit on group_replication_consistency= 'BEFORE'."],
])('treats a server that lost its cluster (%i) as unreachable', (errno, message) => {
  const error = Object.assign(new Error(message), { original: { errno, sqlMessage: message } })
  expect(isDatabaseGone(error)).toBe(true)
})

/** Opens the connections again, with the server of this URL as the replica. */
async function connectionWith(replica: string) {
  await closeDatabase()
  process.env.DATABASE_REPLICA_URL = replica
  vi.resetModules()
  const fresh = { ...(await import('./connection.server')), ...(await import('./statements.server')) }
  return { ...fresh, read: () => fresh.select('SELECT id FROM schools WHERE public_id = :publicId', ofSchool) }
}

it('refuses to read from a replica outside a cluster, because it may lag behind', async () => {
  const { read, execute: write, closeDatabase: close } = await connectionWith(process.env.TEST_DATABASE_URL ?? '')
  await expect(read()).rejects.toThrow('no server of a Galera cluster')
  expect(await write(`UPDATE schools SET phone = '2' WHERE public_id = :publicId`, ofSchool)).toBe(1)
  await close()
})

it('reads from the primary while the replica is unreachable', async () => {
  // Port without a listener.
  const { read, closeDatabase: close } = await connectionWith('mysql://shala:x@127.0.0.1:9/shala')
  expect(await read()).toHaveLength(1)
  await close()
})
