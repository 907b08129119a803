import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { schoolPaths } from '~/addresses/school-paths'
import {
  countRows,
  expectSoundLedger,
  holdLedger,
  makeSchoolWithPayer,
  openStage,
  paymentOf,
  recordCash,
  type Stage,
  skipCheckPauses,
  startedPayment,
  until,
  untilLockWait,
} from './stage'

const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase())

let stage: Stage
beforeAll(async () => {
  stage = await openStage(database.url)
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

it('the app, stopped during a payment, completes that response, accepts no other request, and exits cleanly at once', async () => {
  const app = await stage.startDoor()
  const { school, student, due, officeCookie } = await makeSchoolWithPayer(stage)
  const ledger = await holdLedger(student)
  // The connections stay open between requests, as those of browsers and proxies do.
  const slow = recordCash(app, officeCookie, due)
  let ended: Promise<number | null> | undefined
  const agent = new Agent()
  try {
    await untilLockWait()
    process.kill(app.pid, 'SIGTERM')
    ended = app.ended
    await until(() => expect(app.request('/healthz', { agent })).rejects.toThrow('ECONNREFUSED'))
  } finally {
    await ledger.release()
    agent.destroy()
  }
  const answer = await slow
  const { publicId } = await paymentOf(student)
  expect([answer.status, answer.headers.location]).toEqual([303, schoolPaths.paymentTaken(publicId, 0)])
  // Not 1, which would mean that the grace period cut work off.
  expect(await ended).toBe(0)
  expect(await paymentOf(student)).toMatchObject({ state: 'paid', receipts: 1 })
  await expectSoundLedger(stage, school)
})

it('the app, stopped with a delay for the proxy, reports not ready and keeps serving until the delay ends', async () => {
  const app = await stage.startDoor({ env: { STOP_DELAY_MS: '3000' } })
  expect((await app.request('/readyz')).status).toBe(200)
  process.kill(app.pid, 'SIGTERM')
  await until(async () => expect((await app.request('/readyz')).status).toBe(503))
  const asked = await app.request('/readyz')
  expect([JSON.parse(asked.text), asked.headers.connection]).toEqual([{ ready: false, reason: 'stopping' }, 'close'])
  expect((await app.request('/students/login')).status).toBe(200)
  expect(await app.ended).toBe(0)
})

it('the worker, stopped right after its start, exits cleanly', async () => {
  const worker = await stage.startWorker()
  expect(await worker.stop()).toBe(0)
})

it('the worker, stopped with a job in progress, finishes it and exits cleanly', async () => {
  const app = await stage.startDoor()
  const payer = await makeSchoolWithPayer(stage)
  await stage.sandbox.pay((await startedPayment(app, payer)).linkId)
  const { id } = await paymentOf(payer.student)
  const ledger = await holdLedger(payer.student)
  const worker = await stage.startWorker()
  try {
    await skipCheckPauses(payer.school)
    await untilLockWait()
    process.kill(worker.pid, 'SIGTERM')
  } finally {
    await ledger.release()
  }
  expect(await worker.ended).toBe(0)
  expect(await countRows(`jobs WHERE unique_key = :key AND state = 'done'`, { key: `reconcile:${id}` })).toBe(1)
  expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
  await expectSoundLedger(stage, payer.school)
})
