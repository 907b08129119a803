import fc from 'fast-check'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { run as dueSettled } from '~/jobs/due-settled.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  type PayingSchool,
} from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { faultsOfStore, type MadeProduct, makeProduct, seenLine } from '../../../../../tests/factories/shop'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import type { OrderState } from '../options'
import { cancelOrderByOffice, cancelOwnOrder, expireOrder } from './cancel-order.server'
import { placeOrder } from './place-order.server'

/*
 * Plays random schedules of orders, stock changes and payments against one school: the steps of a round run
 * concurrently, and after each round the rules for stock, orders and payments must hold (`check`).
 */

/** Number of random schedules. Run more with SCHEDULES=300 npx vitest run … */
const scheduleCount = Number(process.env.SCHEDULES ?? 10)

const actions = [
  'order online',
  'order both',
  'order for cash',
  'start paying',
  'pay',
  'pay late',
  'webhooks',
  'worker',
  'expire',
  'cancel',
  'cancel by the office',
  'provider down',
  'provider well',
] as const

interface Step {
  action: (typeof actions)[number]
  buyerIndex: number
  targetIndex: number
}

interface OrderNow {
  id: number
  publicId: string
  dueId: string
  studentId: number
  state: OrderState
  paidPaise: number
}

class ShopWorld {
  constructor(
    readonly school: PayingSchool,
    readonly buyers: MadeStudent[],
    readonly products: MadeProduct[],
  ) {}

  static async make(): Promise<ShopWorld> {
    const school = await makePayingSchool(sandbox)
    const buyers = [await makeStudent(school), await makeStudent(school), await makeStudent(school)]
    for (const buyer of buyers) await makeEnrollment(buyer)
    const products = [
      await makeProduct(school, { stock: 3 }),
      await makeProduct(school, {
        pricePaise: 99_00,
        variants: [
          { label: 'S', stock: 2 },
          { label: 'L', stock: 4 },
        ],
      }),
    ]
    return new ShopWorld(school, buyers, products)
  }

  orders(): Promise<OrderNow[]> {
    return readRows<OrderNow>(
      `SELECT o.id, o.public_id AS publicId, d.public_id AS dueId, o.student_id AS studentId, o.state, d.paid_paise AS paidPaise
       FROM orders o JOIN dues d ON d.kind = 'order' AND d.source_id = o.id WHERE o.school_id = :id ORDER BY o.id`,
      { id: this.school.id },
    )
  }

  async links(): Promise<string[]> {
    const rows = await readRows<{ link: string }>(
      'SELECT provider_link_id AS link FROM payments WHERE school_id = :id AND provider_link_id IS NOT NULL ORDER BY id',
      { id: this.school.id },
    )
    return rows.map((row) => row.link)
  }

  async step({ action, buyerIndex, targetIndex }: Step): Promise<unknown> {
    const buyer = this.buyers[buyerIndex % this.buyers.length] as MadeStudent
    const orders = await this.orders()
    const order = orders[targetIndex % Math.max(1, orders.length)]
    const [plain, sized] = this.products as [MadeProduct, MadeProduct]
    const size = sized.variants[targetIndex % sized.variants.length] ?? sized.variants[0]
    const place = (method: 'razorpay' | 'cod', lines: Parameters<typeof placeOrder>[1]['lines']) =>
      placeOrder(buyer.scope, { method, lines, formKey: newFormKey() })
    switch (action) {
      case 'order online':
        return place('razorpay', [seenLine(sized, 1 + (targetIndex % 2), size)])
      case 'order both':
        // Orders the two products in either order, because locking must not depend on the order of the lines.
        return place(
          'razorpay',
          targetIndex % 2 ? [seenLine(plain), seenLine(sized, 1, size)] : [seenLine(sized, 1, size), seenLine(plain)],
        )
      case 'order for cash':
        return place('cod', [seenLine(plain, 1 + (targetIndex % 3))])
      case 'provider down':
        return sandbox.switches.set({ timeOut: true }, this.school.keys.keyId)
      case 'provider well':
        sandbox.switches.reset(this.school.keys.keyId)
        return sandbox.switches.set({ dropWebhooks: true }, this.school.keys.keyId)
      case 'webhooks':
        for (const webhook of sandbox.webhooks(this.school.keys.keyId)) await deliverWebhook(this.school, webhook)
        return
      case 'worker':
        return this.work()
      case 'pay':
      case 'pay late': {
        const links = await this.links()
        const link = links[targetIndex % Math.max(1, links.length)]
        // The provider refuses a link that is paid, cancelled or expired.
        if (link) await (action === 'pay' ? sandbox.pay(link) : sandbox.payLate(link)).catch(() => {})
        return
      }
      default:
        return order && this.withOrder(action, order)
    }
  }

  private async withOrder(action: Step['action'], order: OrderNow): Promise<unknown> {
    const owner = this.buyers.find((one) => one.id === order.studentId) as MadeStudent
    if (action === 'start paying') {
      return startOnlinePayment(owner.scope, { dueIds: [order.dueId], formKey: newFormKey() })
    }
    if (action === 'cancel') return cancelOwnOrder(owner.scope, order.publicId)
    if (action === 'cancel by the office') {
      const input = { reason: 'Not needed', givenPaise: order.paidPaise, givenBy: null, givenReference: null }
      return cancelOrderByOffice(this.school.scope, order.publicId, input)
    }
    await execute(
      'UPDATE orders SET reserved_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = :id AND reserved_until IS NOT NULL',
      { id: order.id },
    )
    return expireOrder(this.school.scope, order.id).catch((error: Error) => {
      if (!/does not say|under way/.test(error.message)) throw error
    })
  }

  async work(): Promise<void> {
    const jobs = await readRows<{ payload: string }>(
      `SELECT payload FROM jobs WHERE school_id = :id AND kind = 'due-settled'`,
      { id: this.school.id },
    )
    for (const job of jobs) await dueSettled(JSON.parse(job.payload), this.school.scope)
  }

  async check(): Promise<void> {
    const started = new Map(
      this.products.flatMap((product) => product.variants.map((one) => [one.id, one.stock] as const)),
    )
    expect(await faultsOfStore(this.school, started)).toEqual([])
    expect(await faultsOfLedger(this.school)).toEqual([])
  }
}

const steps = fc.array(
  fc.array(fc.record({ action: fc.constantFrom(...actions), buyerIndex: fc.nat(2), targetIndex: fc.nat(7) }), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 6, maxLength: 14 },
)

it(
  'loses no pieces, sells none twice and keeps the ledger right under any interleaving of orders, stock and money',
  { timeout: hourMs },
  () =>
    steadily(async (step) => {
      await fc.assert(
        fc.asyncProperty(steps, async (rounds) => {
          step('a schedule')
          const world = await ShopWorld.make()
          for (const round of rounds) {
            await Promise.all(round.map((step) => world.step(step)))
            await world.check()
          }
          // Finally delivers all pending webhooks and expires orders.
          await world.step({ action: 'provider well', buyerIndex: 0, targetIndex: 0 })
          await world.step({ action: 'webhooks', buyerIndex: 0, targetIndex: 0 })
          await world.work()
          for (let targetIndex = 0; targetIndex < (await world.orders()).length; targetIndex++)
            await world.step({ action: 'expire', buyerIndex: 0, targetIndex })
          await world.work()
          await world.check()
          expect(await faultsOfLedger(world.school, sandbox.ledger(world.school.keys.keyId))).toEqual([])
          const waiting = await readRows(
            `SELECT id FROM orders WHERE school_id = :id AND method = 'razorpay' AND state = 'placed'`,
            { id: world.school.id },
          )
          expect(waiting).toEqual([])
        }),
        { numRuns: scheduleCount, endOnFailure: true },
      )
    }),
)
