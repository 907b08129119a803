import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { expect, it, vi } from 'vitest'
import type { JobKind } from '~/models/outbox/enqueue.server'

/** Stands between the worker and the database, and can pull the plug. */
async function startPlug(target: URL) {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    const onward = net.connect(Number(target.port || 3306), target.hostname)
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => sockets.delete(end))
    }
    socket.pipe(onward).pipe(socket)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as net.AddressInfo
  return {
    port,
    pull: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    putBack: () => listen(port),
  }
}

it('waits while the database is away, goes on by itself, and loses no job that it had in hand', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const plug = await startPlug(new URL(url))
  url.hostname = '127.0.0.1'
  url.port = String(plug.port)
  process.env.DATABASE_URL = url.href
  const { startWorker } = await import('./loop.server')
  const { closeDatabase, select } = await import('~/database/connection.server')
  const { inTransaction } = await import('~/database/transaction.server')
  const { enqueueJob } = await import('~/models/outbox/enqueue.server')

  const kind = `test-${randomBytes(8).toString('hex')}` as JobKind
  const enqueue = () => inTransaction(() => enqueueJob({ kind, schoolId: null, payload: {} }))
  let runs = 0
  await enqueue()
  const worker = startWorker({
    lanes: 1,
    handlers: {
      [kind]: async () => {
        runs++
        if (runs > 1) return
        // The work was done outside; only the note of it has to wait.
        await plug.pull()
        setTimeout(() => void plug.putBack(), 1_500)
      },
    },
  })
  const states = async () =>
    (await select<{ state: string }>('SELECT state FROM jobs WHERE kind = :kind', { kind })).map((row) => row.state)
  await vi.waitFor(async () => expect(await states()).toEqual(['done']), { timeout: 15_000, interval: 200 })
  expect(runs).toBe(1)

  await plug.pull()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await plug.putBack()
  await vi.waitFor(() => enqueue(), { timeout: 10_000, interval: 200 })
  await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done']), { timeout: 15_000, interval: 200 })
  expect(runs).toBe(2)

  await worker.stop()
  await closeDatabase()
  await plug.pull()
}, 60_000)
