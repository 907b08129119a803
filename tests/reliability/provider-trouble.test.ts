import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import type { Switches } from '../../sandbox/switches'
import type { Answer, RunningApp } from '../factories/app'
import { newFormKey } from '../factories/start-payment'
import { patience } from '../setup/slowness'
import {
  countRows,
  expectSoundLedger,
  linksAtProvider,
  makeSchoolWithPayer,
  openStage,
  pathOf,
  paymentOf,
  pressPay,
  recordCash,
  type Stage,
  skipCheckPauses,
  startedPayment,
  until,
} from './stage'

const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase())

let stage: Stage
let app: RunningApp
beforeAll(async () => {
  stage = await openStage(database.url, { paymentTimeoutMs: patience(400) })
  app = await stage.startDoor()
  // The reconciler runs throughout, as in production.
  await stage.startWorker()
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

function expectToldInWords({ status, text }: Answer) {
  expect(status).toBe(422)
  expect(text).toContain('Payment Failed')
  expect(text).toContain('The payment service did not answer. Nothing was charged. Please try again in a minute.')
}

const troubles: [string, Partial<Switches>][] = [
  ['does not answer', { timeOut: true }],
  ['answers with an error of its own', { failWith5xx: true }],
  ['does the work and then does not answer', { loseAnswers: true }],
]

describe.each(troubles)('when the provider %s', (_name, trouble) => {
  it('shows the student an error until the provider responds again, and then continues with the only link at the provider', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const { keyId } = payer.school.keys
    stage.sandbox.switches.set(trouble, keyId)
    const formKey = newFormKey()
    expectToldInWords(await pressPay(app, payer, formKey))
    expectToldInWords(await pressPay(app, payer, formKey))
    expect(stage.sandbox.ledger(keyId).captured).toBe(0)
    expect(await countRows('receipts WHERE student_id = :id', { id: payer.student.id })).toBe(0)

    stage.sandbox.switches.reset(keyId)
    stage.sandbox.switches.set({ dropWebhooks: true }, keyId)
    const { publicId, linkId } = await startedPayment(app, payer)
    expect(linksAtProvider(stage, payer.school)).toEqual([linkId])
    const { returnTo } = await stage.sandbox.pay(linkId)
    const back = await app.request(pathOf(returnTo), { cookie: payer.cookie })
    expect(back.headers.location).toBe(paths.student.payment(publicId))
    expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
    await expectSoundLedger(stage, payer.school)
  })

  it('shows a returning payer that the payment is being checked, and the reconciler records it when the provider responds again', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const { keyId } = payer.school.keys
    const { publicId, linkId } = await startedPayment(app, payer)
    const { returnTo } = await stage.sandbox.pay(linkId)
    stage.sandbox.switches.set(trouble, keyId)
    const back = await app.request(pathOf(returnTo), { cookie: payer.cookie })
    expect([back.status, back.headers.location]).toEqual([303, `${paths.student.payment(publicId)}?check=1`])
    const waiting = await app.request(back.headers.location ?? '', { cookie: payer.cookie })
    expect(waiting.status).toBe(200)
    expect(waiting.text).toContain('We are checking your payment')
    expect(waiting.text).toContain('Please do not pay again.')
    expect(waiting.headers.refresh).toMatch(/^2; url=/)
    // Neither a second click nor the counter can take the money a second time.
    const pressed = await pressPay(app, payer)
    expect(pressed.headers.location).toBe(paths.student.payment(publicId))
    const counter = await recordCash(app, payer.officeCookie, payer.due)
    expect(counter.status).toBe(422)
    expect(counter.text).toContain('Razorpay did not answer when we tried to close it. Nothing was recorded.')

    stage.sandbox.switches.reset(keyId)
    await until(async () => {
      await skipCheckPauses(payer.school)
      expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
    })
    const done = await app.request(paths.student.payment(publicId), { cookie: payer.cookie })
    expect(done.text).toContain('Payment received')
    await expectSoundLedger(stage, payer.school)
  })
})

it("shows the student an error and charges no one when the provider's address refuses connections", async () => {
  const lonely = await stage.startDoor({ env: { PAYMENT_API_URL: 'http://127.0.0.1:9' } })
  const payer = await makeSchoolWithPayer(stage)
  expectToldInWords(await pressPay(lonely, payer))
  expect(linksAtProvider(stage, payer.school)).toEqual([])
  await startedPayment(app, payer)
  expect(linksAtProvider(stage, payer.school)).toHaveLength(1)
})
