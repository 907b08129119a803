import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { expect, it, vi } from 'vitest'
import type { JobKind } from '~/models/core/outbox/job-kinds'
import { patience } from '../../tests/setup/slowness'

/** Proxy between the worker and the database; the test can cut its connections. */
async function startPlug(target: URL) {
  const sockets = new Set<net.Socket>()
  let isPulled = false
  let tries = 0
  const server = net.createServer((socket) => {
    if (isPulled) {
      tries += 1
      socket.destroy()
      return
    }
    const onward = net.connect(Number(target.port || 3306), target.hostname)
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => sockets.delete(end))
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    port,
    pull() {
      isPulled = true
      tries = 0
      for (const socket of sockets) socket.destroy()
    },
    putBack() {
      isPulled = false
    },
    /** Connection attempts since the test cut the connection. */
    tries: () => tries,
    close: () => server.close(),
  }
}

it('waits while the database is unreachable, resumes by itself, and completes the current job', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const plug = await startPlug(new URL(url))
  url.hostname = '127.0.0.1'
  url.port = String(plug.port)
  process.env.DATABASE_URL = url.href
  const { startWorker } = await import('./loop.server')
  const { closeDatabase } = await import('~/database/database.server')
  const { readRows } = await import('../../tests/factories/read')
  const { inTransaction } = await import('~/database/transaction.server')
  const { enqueueJob } = await import('~/models/core/outbox/enqueue.server')

  const kind = `test-${randomBytes(8).toString('hex')}` as JobKind
  const enqueue = () => inTransaction(() => enqueueJob({ kind, class: 'waited', schoolId: null, payload: {} }))
  let runs = 0
  await enqueue()
  const worker = startWorker({
    slotsOf: () => 1,
    handlers: {
      [kind]: async () => {
        runs++
        if (runs > 1) return
        // The external work is done, but its outcome cannot be recorded yet.
        plug.pull()
      },
    },
  })
  const states = async () =>
    (await readRows<{ state: string }>('SELECT state FROM jobs WHERE kind = :kind', { kind })).map((row) => row.state)
  await expect.poll(plug.tries).toBeGreaterThan(1)
  plug.putBack()
  await expect.poll(states).toEqual(['done'])
  expect(runs).toBe(1)

  plug.pull()
  await expect.poll(plug.tries).toBeGreaterThan(1)
  plug.putBack()
  // The pool may still hand out a connection that was cut off: retry until it does not.
  await vi.waitFor(enqueue, { timeout: patience(30_000) })
  await expect.poll(states).toEqual(['done', 'done'])
  expect(runs).toBe(2)

  await worker.stop()
  await closeDatabase()
  plug.pull()
  plug.close()
})
