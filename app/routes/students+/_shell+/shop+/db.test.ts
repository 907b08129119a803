import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { paths } from '~/http/paths'
import { action as cartAction, loader as cartLoader } from '~/routes/students+/_shell+/cart'
import { action as checkoutAction, loader as checkoutLoader } from '~/routes/students+/_shell+/checkout'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makePayingSchool } from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { type MadeProduct, makeProduct, makeStoreSettings, readStock } from '../../../../../tests/factories/shop'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { action as shopAction, loader as shopLoader } from './index'
import { action as schoolAction } from './school'

// Ensures at least two stores, regardless of earlier tests.
beforeAll(async () => {
  for (let store = 0; store < 2; store++) await makeProduct(await makeSchool())
})

type Handler = (args: { request: Request; params: Record<string, string>; context: object }) => unknown

interface Answer {
  status: number
  to: string | null
  // biome-ignore lint/suspicious/noExplicitAny: each page has data of its own
  data: any
}

/** Browser with a cookie jar. */
class Browser {
  private readonly jar = new Map<string, string>()

  constructor(cookie = '') {
    this.keep(cookie)
  }

  keep(pair: string) {
    const at = pair.indexOf('=')
    if (at > 0) this.jar.set(pair.slice(0, at), pair.slice(at + 1).split(';')[0] ?? '')
  }

  get(name: string) {
    return this.jar.get(name) ?? ''
  }

  async ask(handler: Handler, path: string, form?: Record<string, string>): Promise<Answer> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(`http://localhost:3000${path}`, {
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    const answer = await Promise.resolve(handler({ request, params: {}, context: {} })).catch((thrown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
    const found = answer as { data?: unknown; init?: { status?: number; headers?: HeadersInit } } & Response
    const headers = answer instanceof Response ? answer.headers : new Headers(found.init?.headers)
    for (const set of headers.getSetCookie()) this.keep(set)
    if (answer instanceof Response) return { status: answer.status, to: headers.get('Location'), data: null }
    return found.init
      ? { status: found.init.status ?? 200, to: null, data: found.data }
      : { status: 200, to: null, data: answer }
  }

  shop(form?: Record<string, string>, path: string = paths.student.shop) {
    return this.ask((form ? shopAction : shopLoader) as Handler, path, form && { form_key: newFormKey(), ...form })
  }
  cart(form?: Record<string, string>) {
    return this.ask((form ? cartAction : cartLoader) as Handler, paths.student.cart, form)
  }
  checkout(form?: Record<string, string>) {
    return this.ask((form ? checkoutAction : checkoutLoader) as Handler, paths.student.checkout, form)
  }
}

const pressed = (product: MadeProduct, pricePaise = product.salePricePaise ?? product.pricePaise) =>
  `${product.publicId}:${pricePaise}`
const quantity = (product: MadeProduct, typed: string) => ({ [`qty-${product.variants[0].publicId}`]: typed })

async function makeBuyer(facts: Parameters<typeof makeProduct>[1] = {}) {
  const school = await makePayingSchool(sandbox)
  const product = await makeProduct(school, { name: 'Tie', stock: 5, ...facts })
  const student = await makeStudent(school)
  await makeEnrollment(student)
  return { school, product, student, browser: new Browser((await signedInStudent(student)).cookie) }
}

describe('cart', () => {
  it('adds to the quantity of a line, counts the pieces, and returns an empty cart when the cookie was altered', async () => {
    const { product, browser } = await makeBuyer()
    expect((await browser.shop({ add: pressed(product) })).to).toBe(paths.student.shop)
    await browser.shop({ add: pressed(product) }, `${paths.student.shop}?search=ti&page=1`)
    expect((await browser.shop()).data.pieces).toBe(2)
    const { lines, totalPaise } = (await browser.cart()).data
    expect(lines).toMatchObject([{ name: 'Tie', quantity: 2, unitPricePaise: 250_00, linePaise: 500_00, max: 5 }])
    expect(totalPaise).toBe(500_00)
    const signed = browser.get('cart')
    browser.keep(`cart=${Buffer.from(`{"s":null,"l":[]}`).toString('base64')}.${signed.split('.').at(-1)}`)
    expect((await browser.cart()).data.lines).toEqual([])
    browser.keep(`cart=${signed.slice(0, -3)}abc`)
    expect((await browser.cart()).data.lines).toEqual([])
    expect((await browser.checkout()).data.lines).toEqual([])
  })

  it.each([
    ['', 1],
    ['0', 1],
    ['-1', 1],
    ['4', 4],
    ['૩', 3],
  ])('stores the quantity %j as %i', async (typed, kept) => {
    const { product, browser } = await makeBuyer()
    await browser.shop({ add: pressed(product) })
    await browser.shop({ add: pressed(product) })
    expect((await browser.cart({ update: '1', ...quantity(product, typed) })).to).toBe(paths.student.cart)
    expect((await browser.cart()).data.lines[0].quantity).toBe(kept)
  })

  it.each([
    ['6', 'Only 5 left. The largest possible quantity is 5.'],
    ['1000000000', 'Only 5 left. The largest possible quantity is 5.'],
    ['1e9', 'Only 5 left. The largest possible quantity is 5.'],
    ['2.5', 'Enter a whole number, such as 2'],
    ['many', 'Enter a whole number, such as 2'],
  ])(
    'shows the error of the quantity %j beside its field, keeps the input, and leaves the cart unchanged',
    async (typed, message) => {
      const { product, browser } = await makeBuyer()
      await browser.shop({ add: pressed(product) })
      const answer = await browser.cart({ update: '1', ...quantity(product, typed) })
      expect(answer.status).toBe(422)
      expect(answer.data.wrong).toMatchObject([{ message }])
      expect(Object.values(answer.data.typed)).toEqual([typed])
      expect((await browser.cart()).data.lines[0].quantity).toBe(1)
      await browser.cart({ take: product.variants[0].publicId, ...quantity(product, typed) })
      expect((await browser.cart()).data.lines[0].quantity).toBe(5)
    },
  )

  it('holds at most 99 of one item, and never more than the stock', async () => {
    const { school, product, browser } = await makeBuyer({ stock: 1 })
    const many = await makeProduct(school, { stock: 500 })
    await browser.shop({ add: pressed(many) })
    const answer = await browser.cart({ update: '1', ...quantity(many, '100') })
    expect(answer.data.wrong[0].message).toBe('At most 99 of one item. The largest possible quantity is 99.')
    await browser.shop({ add: pressed(product) })
    const more = await browser.shop({ add: pressed(product) })
    expect([more.status, more.data.messages]).toEqual([422, ['Tie: your cart already has the maximum of 1.']])
  })

  it('drops lines that the user removes, and lines of products that are no longer sold', async () => {
    const { school, product, browser } = await makeBuyer()
    const other = await makeProduct(school)
    await browser.shop({ add: pressed(product) })
    await browser.shop({ add: pressed(other) })
    await browser.cart({ remove: product.variants[0].publicId })
    expect((await browser.cart()).data.lines).toHaveLength(1)
    await execute('UPDATE products SET is_active = 0 WHERE id = :id', { id: other.id })
    expect((await browser.cart()).data).toMatchObject({ lines: [], dropped: 1 })
    expect((await browser.cart()).data).toMatchObject({ lines: [], dropped: 0 })
    await browser.shop({ add: pressed(product) })
    await browser.cart({ clear: '1' })
    expect((await browser.cart()).data.lines).toEqual([])
  })
})

describe('store', () => {
  it('requires a size if there are several, and refuses a product of another school', async () => {
    const { product, browser } = await makeBuyer({
      variants: [
        { label: 'S', stock: 0 },
        { label: 'M', stock: 2 },
      ],
    })
    const [small, medium] = product.variants
    const none = await browser.shop({ add: pressed(product) })
    expect([none.status, none.data.sizeWanted]).toEqual([422, product.publicId])
    const sold = await browser.shop({ add: pressed(product), [`size-${product.publicId}`]: small.publicId })
    expect(sold.data.messages).toEqual(['Tie (S) is sold out.'])
    expect(sold.data.chosen).toEqual({ [product.publicId]: small.publicId })
    const added = await browser.shop({ cod: pressed(product), [`size-${product.publicId}`]: medium?.publicId ?? '' })
    expect(added.status).toBe(303)
    const foreign = await makeProduct(await makeSchool())
    for (const button of ['add', 'buy', 'cod']) {
      const refused = await browser.shop({ [button]: pressed(foreign) })
      expect([refused.status, refused.data.messages]).toEqual([422, ['This is no longer sold.']])
    }
    expect((await browser.shop({ add: 'x' })).status).toBe(422)
    expect((await browser.shop({})).status).toBe(422)
  })

  it('orders one piece by online payment (Buy Now), or by Cash on Delivery, once even if sent ten times', async () => {
    const { product, student, browser } = await makeBuyer()
    const form = { cod: pressed(product), form_key: newFormKey() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.shop(form)))
    const [order] = await readRows<{ publicId: string; state: string }>(
      'SELECT public_id AS publicId, state FROM orders WHERE student_id = :id',
      { id: student.id },
    )
    for (const { to } of answers) expect(to).toBe(paths.student.order(order?.publicId ?? ''))
    expect(await readStock(product.variants[0])).toBe(4)
    const bought = await browser.shop({ buy: pressed(product) })
    expect([bought.status, bought.to]).toEqual([303, expect.stringMatching(/^\/students\/payments\/[2-9b-z]{12}$/)])
    expect(await readStock(product.variants[0])).toBe(3)
  })

  it('shows a changed price before anything is ordered', async () => {
    const { product, browser } = await makeBuyer()
    await execute('UPDATE products SET price_paise = 30000 WHERE id = :id', { id: product.id })
    const cod = await browser.shop({ cod: pressed(product) })
    expect(cod.data).toMatchObject({
      title: 'Failed to place order',
      messages: ['Tie: the price is now ₹300. It was ₹250.', 'Press the button again if you agree.'],
    })
    expect((await browser.shop({ buy: pressed(product) })).data.title).toBe('Failed to create order')
    expect((await browser.shop({ cod: pressed(product, 300_00) })).status).toBe(303)
  })

  it('reports a school that accepts neither payment method', async () => {
    const school = await makeSchool()
    const product = await makeProduct(school)
    const student = await makeStudent(school)
    await makeEnrollment(student)
    await makeStoreSettings(school, { codAllowed: false })
    const browser = new Browser((await signedInStudent(student)).cookie)
    expect((await browser.shop()).data.codAllowed).toBe(false)
    expect((await browser.shop({ buy: pressed(product) })).data).toMatchObject({
      isOnlineOff: true,
      messages: ['Razorpay is not configured for this school'],
    })
    expect((await browser.shop({ cod: pressed(product) })).data.title).toBe('Failed to place order')
  })
})

describe('visitor of the store', () => {
  it('chooses a school once, fills the cart, and orders after sign-in', async () => {
    const { school, product, student } = await makeBuyer()
    const browser = new Browser()
    expect((await browser.shop()).to).toBe(paths.student.shopSchool)
    const chose = (form: Record<string, string>) => browser.ask(schoolAction as Handler, paths.student.shopSchool, form)
    expect((await chose({ school: 'nothing' })).status).toBe(422)
    expect((await chose({ school: school.publicId })).to).toBe(paths.student.shop)
    expect((await browser.shop()).data.school).toBe(school.name)
    expect((await browser.shop({ buy: pressed(product) })).to).toBe(paths.student.checkout)
    expect((await browser.checkout()).to).toBe(`${paths.student.login}?redirectTo=%2Fstudents%2Fcheckout`)
    browser.keep((await signedInStudent(student)).cookie)
    expect((await browser.checkout()).data).toMatchObject({ lines: [{ name: 'Tie', quantity: 1 }], totalPaise: 250_00 })
  })

  it('drops the cart’s items, and reports it, when the visitor signs in to another school', async () => {
    const { school, product } = await makeBuyer()
    const other = await makeBuyer()
    const browser = new Browser()
    await browser.ask(schoolAction as Handler, paths.student.shopSchool, { school: school.publicId })
    await browser.shop({ add: pressed(product) })
    browser.keep((await signedInStudent(other.student)).cookie)
    expect((await browser.checkout()).data).toMatchObject({ lines: [], dropped: 1 })
    expect((await browser.cart()).data).toMatchObject({ lines: [], dropped: 1 })
  })
})

describe('checkout', () => {
  it('orders the cart, empties it, and answers a repeated form with the same order', async () => {
    const { product, student, browser } = await makeBuyer()
    await browser.shop({ add: pressed(product) })
    await browser.cart({ update: '1', ...quantity(product, '3') })
    const page = (await browser.checkout()).data
    expect(page).toMatchObject({ totalPaise: 750_00, taxPaise: 0, codAllowed: true, online: true })
    const form = { method: 'cod', seen: page.seen, form_key: page.formKey }
    expect((await browser.checkout({ ...form, method: '' })).data.error).toEqual({
      method: ['Choose a payment method'],
    })
    const placed = await browser.checkout(form)
    expect([placed.status, placed.to]).toEqual([303, expect.stringMatching(/^\/students\/orders\/[2-9b-z]{12}$/)])
    expect((await browser.cart()).data.lines).toEqual([])
    expect((await browser.checkout(form)).to).toBe(placed.to)
    expect((await browser.checkout({ ...form, form_key: newFormKey() })).status).toBe(422)
    await execute(
      `UPDATE orders SET state = 'cancelled', cancelled_at = UTC_TIMESTAMP(3), cancelled_by = 'student' WHERE student_id = :id`,
      { id: student.id },
    )
    const stale = await browser.checkout(form)
    expect([stale.status, stale.data.error]).toEqual([422, { '': ['This page is out of date. Please try again.'] }])
    expect(await readRows('SELECT id FROM orders WHERE student_id = :id', { id: student.id })).toHaveLength(1)
    expect(await readStock(product.variants[0])).toBe(2)
  })

  it('asks again when price, stock or cart changed since the page was shown', async () => {
    const { school, product, browser } = await makeBuyer()
    await browser.shop({ add: pressed(product) })
    await browser.cart({ update: '1', ...quantity(product, '3') })
    const place = async (seen: string) => browser.checkout({ method: 'razorpay', seen, form_key: newFormKey() })
    const seen = (await browser.checkout()).data.seen
    await execute('UPDATE products SET sale_price_paise = 20000 WHERE id = :id', { id: product.id })
    const cheaper = await place(seen)
    expect([cheaper.status, cheaper.data.title]).toEqual([422, 'Failed to create order'])
    expect(cheaper.data.error['']).toEqual([
      'Tie: the price is now ₹200. It was ₹250.',
      'The total is now ₹600. Press the button again if you agree.',
    ])
    await execute('UPDATE product_variants SET stock = 2 WHERE id = :id', { id: product.variants[0].id })
    expect((await browser.checkout()).data.lacking).toEqual(['Tie: only 2 left.'])
    expect((await place((await browser.checkout()).data.seen)).data.error[''][0]).toBe('Tie: only 2 left.')
    await browser.cart({ take: product.variants[0].publicId })
    expect((await browser.checkout()).data.lacking).toEqual([])
    const agreed = (await browser.checkout()).data.seen
    await browser.shop({ add: pressed(await makeProduct(school)) })
    expect((await place(agreed)).data.error[''][0]).toBe('Your cart has changed since this page was opened.')
    expect((await place((await browser.checkout()).data.seen)).to).toMatch(/^\/students\/payments\//)
    expect((await place('nonsense')).status).toBe(422)
  })
})
