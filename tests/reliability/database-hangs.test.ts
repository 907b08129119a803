import { rmSync } from 'node:fs'
import { afterAll, expect, it, vi } from 'vitest'

/** A private MariaDB, which the test stops and continues like a server whose disk or machine hangs. */
const server = await vi.hoisted(async () => {
  const { mkdtempSync } = await import('node:fs')
  const os = await import('node:os')
  const path = await import('node:path')
  const { startDatabase, testDatabase } = await import('../../scripts/database.mjs')
  const { patience } = await import('../setup/slowness')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-hanging-server-'))
  const started = await startDatabase(folder, testDatabase)
  process.env.DATABASE_URL = started.url
  process.env.DATABASE_PATIENCE_MS = String(Math.min(patience(1000), 5_000))
  process.env.DATABASE_POOL = '2'
  return { ...started, folder }
})

import { closeDatabase, execute, inTransaction } from '~/database/database.server'
import { isDatabaseGone } from '~/database/errors.server'
import { workForRequest } from '~/database/work.server'
import { readRow } from '../factories/read'
import { patience } from '../setup/slowness'

afterAll(async () => {
  process.kill(server.pid, 'SIGCONT')
  await closeDatabase()
  await server.stop()
  rmSync(server.folder, { recursive: true, force: true })
})

const read = () => readRow('SELECT COUNT(*) AS count FROM notes')

/** Outcome of a request that does this work. */
const request = (work: () => Promise<unknown>) =>
  workForRequest(work).then(
    () => 'done',
    (error: unknown) => (isDatabaseGone(error) ? 'gone' : String(error)),
  )

it(
  'ends every request while the database hangs: its reads, its writes and those that wait for a connection',
  async () => {
    await execute('CREATE TABLE notes (id INT PRIMARY KEY)', {})
    expect(await request(read)).toBe('done')

    process.kill(server.pid, 'SIGSTOP')
    const outcomes = await Promise.all([
      request(read),
      request(() => execute('INSERT INTO notes VALUES (1)', {})),
      request(() => inTransaction(read)),
      ...Array.from({ length: 10 }, () => request(read)),
    ])
    expect(new Set(outcomes)).toEqual(new Set(['gone']))

    process.kill(server.pid, 'SIGCONT')
    await expect.poll(() => request(read), { timeout: patience(20_000) }).toBe('done')
  },
  patience(60_000),
)
