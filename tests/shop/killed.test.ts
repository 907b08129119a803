import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { execute } from '~/database/database.server'
import { makeEnrollment } from '../factories/academics'
import { type RunningApp, studentCookie } from '../factories/app'
import { makePayingSchool } from '../factories/paying'
import { faultsOfStore, makeProduct, readStock } from '../factories/shop'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'
import {
  countRows,
  deliverAllWebhooks,
  expectSoundLedger,
  expireClaims,
  holdLedger,
  openStage,
  paymentOf,
  type Stage,
  until,
  untilLockWait,
} from '../reliability/stage'

/* Sends kill -9 between an order and its payment: the order can be paid, or it expires and its stock is released. */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

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

async function makeBuyer() {
  const school = await makePayingSchool(stage.sandbox)
  const product = await makeProduct(school, { stock: 3 })
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const cookie = await studentCookie(student)
  const form = { buy: `${product.publicId}:${product.pricePaise}`, form_key: newFormKey() }
  const buy = () => app.request(paths.student.shop, { form, cookie })
  const sound = async () => {
    const [{ id, stock }] = product.variants
    expect(await faultsOfStore(school, new Map([[id, stock]]))).toEqual([])
    await expectSoundLedger(stage, school)
  }
  return { school, product, student, cookie, buy, sound }
}

const ordersOf = (student: { id: number }) => countRows('orders WHERE student_id = :id', { id: student.id })

describe('the app after kill -9', () => {
  it('leaves no partial order when killed while writing it, and creates one order when Buy is pressed again', async () => {
    const { product, student, buy, sound } = await makeBuyer()
    const ledger = await holdLedger(student)
    const lost = buy().catch(() => 'lost')
    await untilLockWait().then(killAndRestart).finally(ledger.release)
    expect(await lost).toBe('lost')
    expect([await ordersOf(student), await readStock(product.variants[0])]).toEqual([0, 3])
    expect((await buy()).status).toBe(303)
    expect([await ordersOf(student), await readStock(product.variants[0])]).toEqual([1, 2])
    await sound()
  })

  it('continues the order, with one payment, when Buy is pressed after a kill between order and payment', async () => {
    const { school, product, student, buy, sound } = await makeBuyer()
    stage.sandbox.switches.set({ timeOut: true }, school.keys.keyId)
    const lost = buy().catch(() => 'lost')
    await until(async () => expect(await countRows('payments WHERE student_id = :id', { id: student.id })).toBe(1))
    await killAndRestart()
    expect(await lost).toBe('lost')
    stage.sandbox.switches.set({ timeOut: false }, school.keys.keyId)
    await expireClaims()
    const again = await buy()
    const { publicId, linkId } = await paymentOf(student)
    expect([again.status, again.headers.location]).toEqual([303, paths.student.payment(publicId)])
    await stage.sandbox.pay(linkId ?? '')
    for (const told of await deliverAllWebhooks(app, stage, school)) expect(told.status).toBe(200)
    const worker = await stage.startWorker()
    await until(async () =>
      expect(await countRows(`orders WHERE student_id = :id AND state = 'paid'`, { id: student.id })).toBe(1),
    )
    expect(await worker.stop()).toBe(0)
    expect([await ordersOf(student), await readStock(product.variants[0])]).toEqual([1, 2])
    await sound()
  })

  it('leaves an unpaid order to the worker, which closes the link and releases the stock, when the buyer never returns', async () => {
    const { school, product, student, buy, sound } = await makeBuyer()
    stage.sandbox.switches.set({ loseAnswers: true }, school.keys.keyId)
    const lost = buy().catch(() => 'lost')
    await until(async () => expect(await countRows('payments WHERE student_id = :id', { id: student.id })).toBe(1))
    await killAndRestart()
    expect(await lost).toBe('lost')
    stage.sandbox.switches.reset(school.keys.keyId)
    stage.sandbox.switches.set({ dropWebhooks: true }, school.keys.keyId)
    await expireClaims()
    expect(await readStock(product.variants[0])).toBe(2)
    const order = await countRows('orders WHERE student_id = :id AND reserved_until > UTC_TIMESTAMP(3)', {
      id: student.id,
    })
    expect(order).toBe(1)
    await passReservationOf(student)
    const worker = await stage.startWorker()
    await until(async () => expect(await readStock(product.variants[0])).toBe(3))
    expect(await worker.stop()).toBe(0)
    const { state } = await paymentOf(student)
    expect(state).toBe('expired')
    await sound()
  })
})

/** Ends the time in which the student must pay the order, and makes the jobs for expiring orders run now. */
async function passReservationOf(student: { id: number }): Promise<void> {
  await execute(`UPDATE orders SET reserved_until = UTC_TIMESTAMP(3) - INTERVAL 5 MINUTE WHERE student_id = :id`, {
    id: student.id,
  })
  await execute(`UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE kind = 'expire-order' AND state = 'waiting'`, {})
}
