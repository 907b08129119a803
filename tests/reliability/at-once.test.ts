import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { schoolPaths } from '~/addresses/school-paths'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { RunningApp } from '../factories/app'
import { makeDue } from '../factories/ledger'
import { newFormKey } from '../factories/start-payment'
import {
  countRows,
  deliverAllWebhooks,
  expectSoundLedger,
  linksAtProvider,
  makeSchoolWithPayer,
  openStage,
  pathOf,
  paymentOf,
  pressPay,
  recordCash,
  type Stage,
} from './stage'

/* Fifty simultaneous clicks, spread over two processes as behind a proxy, have one effect and get the same response. */

const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase())

let stage: Stage
let doors: [RunningApp, RunningApp]
beforeAll(async () => {
  stage = await openStage(database.url)
  doors = await Promise.all([stage.startDoor(), stage.startDoor()])
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

const fiftyTimes = <T>(send: (app: RunningApp, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, index) => send(doors[index % 2] ?? doors[0], index)))

describe('Pay, pressed fifty times at once', () => {
  it('redirects all clicks to one payment with one link', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const formKey = newFormKey()
    const answers = await fiftyTimes((app) => pressPay(app, payer, formKey))
    const { publicId, linkId } = await paymentOf(payer.student)
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, paths.student.payment(publicId)])
    }
    expect(linksAtProvider(stage, payer.school)).toEqual([linkId])
  })

  it('redirects fifty windows with different form keys to one payment with one link', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const answers = await fiftyTimes((app) => pressPay(app, payer))
    const { publicId, linkId } = await paymentOf(payer.student)
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, paths.student.payment(publicId)])
    }
    expect(linksAtProvider(stage, payer.school)).toEqual([linkId])
  })

  it("settles the payment once when the payer's return address is opened fifty times", async () => {
    const payer = await makeSchoolWithPayer(stage)
    await pressPay(doors[0], payer)
    const { publicId, linkId } = await paymentOf(payer.student)
    const { returnTo } = await stage.sandbox.pay(linkId ?? '')
    const answers = await fiftyTimes((app) => app.request(pathOf(returnTo), { cookie: payer.cookie }))
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, paths.student.payment(publicId)])
    }
    expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
    await expectSoundLedger(stage, payer.school)
  })
})

describe('Pay for several dues, pressed fifty times at once', () => {
  it('redirects all clicks to one payment with one link for all dues', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const second = await makeDue(payer.student, { amountPaise: 40_000 })
    const form = new URLSearchParams({ form_key: newFormKey() })
    for (const { publicId } of [payer.due, second]) form.append('due', publicId)
    const answers = await fiftyTimes((app) => app.request(paths.student.paySeveral(), { form, cookie: payer.cookie }))
    const { publicId, linkId } = await paymentOf(payer.student)
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, paths.student.payment(publicId)])
    }
    expect(linksAtProvider(stage, payer.school)).toEqual([linkId])
    await stage.sandbox.pay(linkId ?? '')
    await deliverAllWebhooks(doors[0], stage, payer.school)
    expect(await paymentOf(payer.student)).toMatchObject({ state: 'paid', receipts: 1 })
    await expectSoundLedger(stage, payer.school)
  })
})

describe('an offline payment, sent fifty times at once', () => {
  it('is recorded once, and every response shows the same payment', async () => {
    const { school, student, due, officeCookie } = await makeSchoolWithPayer(stage)
    const formKey = newFormKey()
    const answers = await fiftyTimes((app) => recordCash(app, officeCookie, due, formKey))
    const { publicId, state, receipts } = await paymentOf(student)
    expect([state, receipts]).toEqual(['paid', 1])
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, schoolPaths.paymentTaken(publicId, 0)])
    }
    await expectSoundLedger(stage, school)
  })

  it('is recorded once when fifty clerks submit the form, and the others see a refusal', async () => {
    const { school, student, due, officeCookie } = await makeSchoolWithPayer(stage)
    const answers = await fiftyTimes((app) => recordCash(app, officeCookie, due))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    for (const { status, text } of answers) {
      if (status !== 303) expect([status, text.includes('This has been paid in the meantime.')]).toEqual([422, true])
    }
    expect(await paymentOf(student)).toMatchObject({ state: 'paid', receipts: 1 })
    await expectSoundLedger(stage, school)
  })

  it('is recorded once when it pays one due in full and another in part', async () => {
    const { school, student, due, officeCookie } = await makeSchoolWithPayer(stage)
    const second = await makeDue(student, { amountPaise: 40_000 })
    const form = new URLSearchParams({
      form_key: newFormKey(),
      [`owed.d${due.publicId}`]: String(due.owedPaise),
      [`owed.d${second.publicId}`]: '40000',
      sum_paise: String(due.owedPaise + 15_000),
      method: 'cash',
      paid_on: todayInIndia(new Date()),
      [`parts.d${due.publicId}`]: String(due.owedPaise / 100),
      [`parts.d${second.publicId}`]: '150',
    })
    for (const { publicId } of [due, second]) form.append('due', publicId)
    const answers = await fiftyTimes((app) => app.request(schoolPaths.newPayment, { form, cookie: officeCookie }))
    const { publicId, state, receipts } = await paymentOf(student)
    expect([state, receipts]).toEqual(['paid', 1])
    for (const { status, headers } of answers) {
      expect([status, headers.location]).toEqual([303, schoolPaths.paymentTaken(publicId, 0)])
    }
    expect(
      await countRows('payment_lines WHERE payment_id = (SELECT id FROM payments WHERE public_id = :publicId)', {
        publicId,
      }),
    ).toBe(2)
    await expectSoundLedger(stage, school)
  })

  it('is recorded once and leaves no payable link when Pay is pressed at the same moment', async () => {
    const payer = await makeSchoolWithPayer(stage)
    const { school, student, due, officeCookie } = payer
    const answers = await fiftyTimes((app, index) =>
      index % 5 === 0 ? recordCash(app, officeCookie, due) : pressPay(app, payer),
    )
    for (const { status } of answers) expect([303, 422]).toContain(status)
    const settled = 'payments WHERE student_id = :id AND captured_paise > 0'
    expect(await countRows(settled, { id: student.id })).toBe(1)
    await expectSoundLedger(stage, school)
    // No payable link remains.
    for (const linkId of linksAtProvider(stage, school)) await expect(stage.sandbox.pay(linkId)).rejects.toThrow()
  })
})
