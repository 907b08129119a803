import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startDatabase } from '../../scripts/database.mjs'
import { makeDatabase, migrate } from '../factories/app'

/*
 * Tables bind to their database on import, so a test file chooses it before its imports:
 * const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase())
 * and drops it in afterAll.
 */

export interface OwnDatabase {
  url: string
  giveBack: () => Promise<void>
}

/** Creates a new database on the test server, so that workers on it claim no jobs of other tests. */
export async function ownDatabase(options: Parameters<typeof makeDatabase>[0] = {}): Promise<OwnDatabase> {
  const { url, drop } = await makeDatabase(options)
  process.env.DATABASE_URL = url
  return { url, giveBack: drop }
}

export interface OwnServer extends OwnDatabase {
  /** Sends kill -9, so that the server cannot shut down cleanly. */
  kill: () => Promise<void>
  /** Starts with the same data on the same port. */
  startAgain: () => Promise<void>
}

/** Starts a new MariaDB server that a test may kill. */
export async function ownServer(): Promise<OwnServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-own-server-'))
  let server = await startDatabase(folder, { everyRight: true })
  await migrate(server.url)
  process.env.DATABASE_URL = server.url
  return {
    url: server.url,
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await server.gone
    },
    async startAgain() {
      server = await startDatabase(folder, { everyRight: true, port: server.port })
    },
    async giveBack() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
