import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

const folder = await mkdtemp(path.join(os.tmpdir(), 'shala-ready-'))
afterAll(() => rm(folder, { recursive: true }))

/** Loads the modules as a process with these settings would. */
async function load(settings: Record<string, string> = {}) {
  vi.resetModules()
  Object.assign(process.env, { DATABASE_URL: process.env.TEST_DATABASE_URL, SHALA_BUILD_DIR: folder }, settings)
  const { loader } = await import('~/routes/readyz')
  const { closeDatabase } = await import('~/database/database.server')
  return {
    ask: async () => {
      const response = await loader()
      return { status: response.status, says: await response.json() }
    },
    close: closeDatabase,
  }
}

it('reports ready when the database responds and no migration is pending', async () => {
  const app = await load()
  expect(await app.ask()).toEqual({ status: 200, says: { ready: true } })
  await app.close()
})

it('reports not ready while a migration is pending, and checks again until it has run', async () => {
  const app = await load()
  await mkdir(path.join(folder, 'migrations'))
  const waiting = path.join(folder, 'migrations', '9999-not-yet.js')
  await writeFile(waiting, 'export const up = async () => {}')
  expect(await app.ask()).toEqual({ status: 503, says: { ready: false, reason: 'migrations' } })
  await rm(waiting)
  expect(await app.ask()).toEqual({ status: 200, says: { ready: true } })
  await app.close()
})

it('reports not ready without a database, and does not reveal its address', async () => {
  const app = await load({ DATABASE_URL: 'mysql://root@127.0.0.1:9/shala' })
  expect(await app.ask()).toEqual({ status: 503, says: { ready: false, reason: 'database' } })
})

it('reports not ready after two seconds when the database does not respond', async () => {
  const silent = net.createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as net.AddressInfo
  const app = await load({ DATABASE_URL: `mysql://root@127.0.0.1:${port}/shala` })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const connected = once(silent, 'connection')
    const answer = app.ask()
    const [socket] = await connected
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answer).toEqual({ status: 503, says: { ready: false, reason: 'database' } })
    socket.destroy()
  } finally {
    vi.useRealTimers()
    silent.close()
  }
})

it('reports the process as alive even without a database', async () => {
  await load({ DATABASE_URL: 'mysql://root@127.0.0.1:9/shala' })
  const { loader } = await import('~/routes/healthz')
  const response = loader()
  expect([response.status, await response.text()]).toEqual([200, 'alive'])
})
