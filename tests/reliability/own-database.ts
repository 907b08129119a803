import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startDatabase } from '../../scripts/database.mjs'
import { makeDatabase, migrate } from '../factories/app'

/*
 * The tables know their database from the moment they are imported, so a test file chooses it before its imports:
 *   const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase())
 * and gives it back in afterAll.
 */

export interface OwnDatabase {
  url: string
  giveBack: () => Promise<void>
}

/** A database of its own on the server of the tests: the workers that run on it take nobody else's jobs. */
export async function ownDatabase(options: Parameters<typeof makeDatabase>[0] = {}): Promise<OwnDatabase> {
  const { url, drop } = await makeDatabase(options)
  process.env.DATABASE_URL = url
  return { url, giveBack: drop }
}

export interface OwnServer extends OwnDatabase {
  /** kill -9: the server has no moment to tidy up. */
  kill: () => Promise<void>
  /** The same data on the same port. */
  startAgain: () => Promise<void>
}

/** A MariaDB server of its own, to be killed. */
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
