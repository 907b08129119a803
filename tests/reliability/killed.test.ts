import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { guardianCookie, type RunningApp } from '../factories/app'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { makePayingSchool } from '../factories/paying'
import { readRows } from '../factories/read'
import { newFormKey } from '../factories/start-payment'
import {
  countRows,
  deliverAllWebhooks,
  expectSoundLedger,
  expireClaims,
  holdLedger,
  linksAtProvider,
  makePayer,
  makePayers,
  makeSchoolWithPayer,
  openStage,
  pathOf,
  paymentOf,
  pressPay,
  type Stage,
  skipCheckPauses,
  startedPayment,
  until,
  untilLockWait,
} from './stage'

/* Sends kill -9 at the worst moments of a payment: afterwards there is one receipt, and ledger and provider agree. */

const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase({ hasNeighbour: false }))

let stage: Stage
let app: RunningApp
beforeAll(async () => {
  stage = await openStage(database.url)
  app = await stage.startDoor()
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

async function killAndRestart() {
  await app.stop('SIGKILL')
  app = await stage.startDoor({ port: app.port })
}

const receiptsOf = (school: { id: number }) => countRows('receipts WHERE school_id = :id', { id: school.id })

/** Makes the school's payments due for a check at once, and runs a worker until `check` no longer throws. */
async function workUntil(school: { id: number }, check: () => Promise<void>) {
  const worker = await stage.startWorker()
  await skipCheckPauses(school)
  await until(check)
  expect(await worker.stop()).toBe(0)
}

describe('the app after kill -9', () => {
  it('finds the same link and records one payment when killed after requesting the link and before the response', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const formKey = newFormKey()
    stage.sandbox.switches.set({ loseAnswers: true }, payer.school.keys.keyId)
    const lost = pressPay(app, payer, formKey).catch(() => 'lost')
    await until(async () => expect(linksAtProvider(stage, payer.school)).toHaveLength(1))
    await killAndRestart()
    expect(await lost).toBe('lost')
    stage.sandbox.switches.reset(payer.school.keys.keyId)
    stage.sandbox.switches.set({ dropWebhooks: true }, payer.school.keys.keyId)

    await workUntil(payer.school, async () => expect((await paymentOf(payer.student)).linkId).not.toBeNull())
    const again = await pressPay(app, payer, formKey)
    const { publicId, linkId } = await paymentOf(payer.student)
    expect([again.status, again.headers.location]).toEqual([303, paths.student.payment(publicId)])
    expect(linksAtProvider(stage, payer.school)).toEqual([linkId])
    const { returnTo } = await stage.sandbox.pay(linkId ?? '')
    const back = await app.request(pathOf(returnTo), { cookie: payer.cookie })
    expect([back.status, back.headers.location]).toEqual([303, paths.student.payment(publicId)])
    expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
    await expectSoundLedger(stage, payer.school)
  })

  it('creates one link when Pay is pressed again after a kill before the provider received the request', async () => {
    const payer = await makeSchoolWithPayer(stage)
    stage.sandbox.switches.set({ timeOut: true }, payer.school.keys.keyId)
    const lost = pressPay(app, payer).catch(() => 'lost')
    await until(async () =>
      expect(
        await countRows('payments WHERE student_id = :id AND link_claimed_until IS NOT NULL', { id: payer.student.id }),
      ).toBe(1),
    )
    await killAndRestart()
    expect(await lost).toBe('lost')
    stage.sandbox.switches.set({ timeOut: false }, payer.school.keys.keyId)

    await expireClaims()
    // The page was reloaded, so its form has another key.
    const { linkId } = await startedPayment(app, payer)
    expect(linksAtProvider(stage, payer.school)).toEqual([linkId])
    await expectSoundLedger(stage, payer.school)
  })

  it('leaves no half-recorded payment when killed while writing a callback, and the reconciler records the payment', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const { publicId, linkId } = await startedPayment(app, payer)
    const { returnTo } = await stage.sandbox.pay(linkId)
    const ledger = await holdLedger(payer.student)
    const lost = app.request(pathOf(returnTo), { cookie: payer.cookie }).catch(() => 'lost')
    await untilLockWait().then(killAndRestart).finally(ledger.release)
    expect(await lost).toBe('lost')
    expect(await paymentOf(payer.student)).toMatchObject({ state: 'pending', receipts: 0 })

    await workUntil(payer.school, async () =>
      expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 }),
    )
    const page = await app.request(paths.student.payment(publicId), { cookie: payer.cookie })
    expect(page.text).toContain('Payment received')
    await expectSoundLedger(stage, payer.school)
  })

  it("creates one link, and one receipt for each child, when killed while settling a guardian's payment for two children", async () => {
    const { school, officeCookie: _office, ...elder } = await makeSchoolWithPayer(stage)
    const younger = await makePayer(school)
    const account = await makeGuardianAccount({ password: null })
    const guardian = await makeGuardian(school, { accountId: account.id })
    for (const { student } of [elder, younger]) await linkGuardian(guardian, student)
    const cookie = await guardianCookie(account)
    const of = { id: school.id }
    const form = new URLSearchParams({ form_key: newFormKey() })
    for (const { due } of [elder, younger]) form.append('due', due.publicId)
    const pay = () =>
      app.request(paths.guardian.pay(), {
        method: 'POST',
        body: form.toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: app.url,
          'sec-fetch-site': 'same-origin',
        },
        cookie,
      })

    // The provider has created the link, and the response is lost.
    stage.sandbox.switches.set({ loseAnswers: true, dropWebhooks: true }, school.keys.keyId)
    const lost = pay().catch(() => 'lost')
    await until(async () => expect(linksAtProvider(stage, school)).toHaveLength(1))
    await killAndRestart()
    expect(await lost).toBe('lost')
    stage.sandbox.switches.set({ loseAnswers: false }, school.keys.keyId)
    await expireClaims()
    expect((await pay()).status).toBe(303)
    expect(linksAtProvider(stage, school)).toHaveLength(1)
    expect(await countRows("payments WHERE school_id = :id AND state = 'pending'", of)).toBe(2)

    // The younger child's ledger is locked, so the callback is writing when the app dies.
    const { returnTo } = await stage.sandbox.pay(linksAtProvider(stage, school)[0] ?? '')
    const ledger = await holdLedger(younger.student)
    const unheard = app.request(pathOf(returnTo), { cookie }).catch(() => 'lost')
    await untilLockWait().then(killAndRestart).finally(ledger.release)
    expect(await unheard).toBe('lost')
    expect(await countRows('payments WHERE school_id = :id AND captured_paise > 0', of)).toBe(0)
    expect(await receiptsOf(school)).toBe(0)

    await workUntil(school, async () => expect(await receiptsOf(school)).toBe(2))
    const back = await app.request(pathOf(returnTo), { cookie })
    expect(back.status).toBe(303)
    for (const answer of await deliverAllWebhooks(app, stage, school)) expect(answer.status).toBe(200)
    for (const { student } of [elder, younger])
      expect(await paymentOf(student)).toMatchObject({ state: 'paid', receipts: 1 })
    await expectSoundLedger(stage, school)
  })

  it('issues only one receipt when killed after the payment, although the reconciler, a late callback and two webhooks report it', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const { publicId, linkId } = await startedPayment(app, payer)
    const { returnTo } = await stage.sandbox.pay(linkId)
    const { port } = app
    await app.stop('SIGKILL')
    await expect(app.request(pathOf(returnTo), { cookie: payer.cookie })).rejects.toThrow()

    await workUntil(payer.school, async () =>
      expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 }),
    )
    app = await stage.startDoor({ port })
    // The payer reloads the failed page, and the provider delivers the missing webhook twice.
    const back = await app.request(pathOf(returnTo), { cookie: payer.cookie })
    expect([back.status, back.headers.location]).toEqual([303, paths.student.payment(publicId)])
    for (const round of [1, 2]) {
      const told = await deliverAllWebhooks(app, stage, payer.school)
      expect(told.length, `round ${round}`).toBeGreaterThan(0)
      for (const answer of told) expect(answer.status).toBe(200)
    }
    expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
    expect(await countRows('outgoing_mail WHERE school_id = :id', { id: payer.school.id })).toBe(1)
    await expectSoundLedger(stage, payer.school)
  })

  it('issues one receipt for every payment, without missing numbers, when killed during many callbacks and webhooks', async () => {
    const school = await makePayingSchool(stage.sandbox)
    const payers = await makePayers(school, 16)
    const returns = await Promise.all(
      payers.map(async (payer) => (await stage.sandbox.pay((await startedPayment(app, payer)).linkId)).returnTo),
    )
    let answered = 0
    let dead: Promise<void> | undefined
    const first = app
    const callbacks = returns.map(async (returnTo, index) => {
      const answer = await first.request(pathOf(returnTo), { cookie: payers[index]?.cookie ?? '' })
      answered += 1
      if (answered === 4) dead = killAndRestart()
      return answer
    })
    await Promise.allSettled([...callbacks, deliverAllWebhooks(first, stage, school)])
    await dead
    // Some callbacks got a response and some did not: the kill came in the middle.
    expect(answered).toBeGreaterThanOrEqual(4)
    expect(answered).toBeLessThan(payers.length)

    await workUntil(school, async () => expect(await receiptsOf(school)).toBe(payers.length))
    for (const answer of await deliverAllWebhooks(app, stage, school)) expect(answer.status).toBe(200)
    for (const { student } of payers) expect(await paymentOf(student)).toMatchObject({ state: 'paid', receipts: 1 })
    await expectSoundLedger(stage, school)
  })
})

describe('the worker after kill -9', () => {
  it('leaves its job in progress to another worker, which claims it only after the lease has expired', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const { linkId } = await startedPayment(app, payer)
    await stage.sandbox.pay(linkId)
    const { id } = await paymentOf(payer.student)
    const job = async () => {
      const rows = await readRows<{ state: string; attempts: number; leasedBy: string | null }>(
        'SELECT state, attempts, leased_by AS leasedBy FROM jobs WHERE unique_key = :key',
        { key: `reconcile:${id}` },
      )
      return rows[0]
    }
    stage.sandbox.switches.set({ timeOut: true }, payer.school.keys.keyId)
    const first = await stage.startWorker()
    await skipCheckPauses(payer.school)
    await until(async () => expect(await job()).toMatchObject({ state: 'running', attempts: 1 }))
    const lessee = (await job())?.leasedBy
    await first.stop('SIGKILL')
    stage.sandbox.switches.set({ timeOut: false }, payer.school.keys.keyId)

    const second = await stage.startWorker()
    // Other jobs show that the second worker is running.
    const other = await makePayer(payer.school)
    await stage.sandbox.pay((await startedPayment(app, other)).linkId)
    await skipCheckPauses(payer.school)
    await until(async () => expect(await paymentOf(other.student)).toMatchObject({ state: 'paid' }))
    expect(await job()).toMatchObject({ state: 'running', attempts: 1, leasedBy: lessee })
    await expireClaims()
    await until(async () => expect(await job()).toMatchObject({ state: 'done' }))
    expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
    expect(await second.stop()).toBe(0)
    await expectSoundLedger(stage, payer.school)
  })

  it('loses no receipt or mail, and leaves no orphaned file, when killed while making receipts and sending mails', async () => {
    const school = await makePayingSchool(stage.sandbox)
    const payers = await makePayers(school, 8)
    for (const payer of payers) {
      const { returnTo } = await stage.sandbox.pay((await startedPayment(app, payer)).linkId)
      await app.request(pathOf(returnTo), { cookie: payer.cookie })
    }
    const withFile = () => countRows('receipts WHERE school_id = :id AND file_id IS NOT NULL', { id: school.id })
    const first = await stage.startWorker()
    await until(async () => expect(await withFile()).toBeGreaterThan(0))
    await first.stop('SIGKILL')
    await expireClaims()
    // Makes all files two days old, so that the worker removes incomplete ones.
    const folder = path.join(stage.dataDir, 'files')
    const lying = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const longAgo = new Date(Date.now() - 48 * 3600_000)
    for (const file of await lying()) await utimes(path.join(file.parentPath, file.name), longAgo, longAgo)
    const second = await stage.startWorker()
    await until(async () => {
      expect(await withFile()).toBe(payers.length)
      expect(await countRows(`outgoing_mail WHERE school_id = :id AND state = 'sent'`, { id: school.id })).toBe(8)
      expect(
        await countRows(`jobs WHERE school_id = :id AND state <> 'done' AND kind <> 'reconcile-payment'`, {
          id: school.id,
        }),
      ).toBe(0)
    })
    expect(await second.stop()).toBe(0)
    const kept = await readRows<{ key: string }>('SELECT storage_key AS `key` FROM files', {})
    expect((await lying()).map(({ name }) => name).sort()).toEqual(kept.map(({ key }) => path.basename(key)).sort())
  })
})
