import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import type { JobKind } from '~/models/core/outbox/job-kinds'
import { readRows } from '../factories/read'

/*
 * Runs a real worker that one of its jobs kills: the job is given up the second time, and concurrent jobs still finish.
 */

let folder: string
beforeAll(async () => {
  // The folder is inside the clone, so that the bundle in it finds the packages of the clone.
  folder = mkdtempSync(path.resolve('node_modules', '.mortal-worker-'))
  await build({
    entryPoints: ['tests/stand-ins/mortal-worker.ts'],
    outfile: path.join(folder, 'worker.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '~': './app' },
  })
})
const workers: ChildProcess[] = []
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it('abandons a job that kills its worker twice, and runs the other jobs', async () => {
  const run = randomBytes(8).toString('hex')
  const [killing, innocent] = [`kills-${run}` as JobKind, `waits-${run}` as JobKind]
  const enqueue = (kind: JobKind) =>
    inTransaction(() => enqueueJob({ kind, class: 'waited', schoolId: null, payload: {} }))
  await Promise.all([enqueue(killing), enqueue(innocent), enqueue(innocent)])
  const jobs = () =>
    readRows<{ kind: JobKind; state: string; lost: number }>(
      'SELECT kind, state, lost FROM jobs WHERE kind IN (:kinds) ORDER BY kind',
      { kinds: [killing, innocent] },
    )
  const start = () => {
    const worker = spawn(process.execPath, [path.join(folder, 'worker.mjs'), killing, innocent], { stdio: 'ignore' })
    workers.push(worker)
    return worker
  }

  for (let death = 1; death <= 2; death++) expect(await endOf(start())).toBe('SIGKILL')
  const third = start()
  await expect.poll(jobs).toEqual([
    { kind: killing, state: 'failed', lost: 2 },
    { kind: innocent, state: 'done', lost: 0 },
    { kind: innocent, state: 'done', lost: 0 },
  ])
  third.kill('SIGTERM')
  expect(await endOf(third)).toBeNull()
})

/** Returns the signal that ended the process, or null when it ended by itself. */
async function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  const [, signal] = await once(child, 'exit')
  return signal
}
