import { describe, expect, it } from 'vitest'
import { countQueries } from '~/database/database.server'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { makeEnrollment } from '../../../../tests/factories/academics'
import { picture } from '../../../../tests/factories/pictures'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeOrder, makeProduct, readStock, seenLine } from '../../../../tests/factories/shop'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../tests/factories/student'
import { listPictures, productPictureRule, savePictures } from './pictures.server'
import type { ProductFields } from './product-schema.server'
import { products } from './products.server'
import { adjustStock, listStockChanges } from './stock.server'

const shirt: ProductFields = {
  name: 'Shirt',
  description: 'Half sleeves',
  pricePaise: 450_00,
  salePricePaise: 399_00,
  taxBasisPoints: 500,
  hsnCode: '6205',
  lowStockAt: 3,
  isActive: true,
  variants: [
    { id: null, label: '28', stock: 10 },
    { id: null, label: '30', stock: 2 },
  ],
}

const everything = { search: '', sort: 'name', descending: false, page: 1 } as const
const noFilters = { state: '', stock: '' }

async function stored(school: MadeSchool, publicId: string) {
  const product = await products.find(school.scope, publicId)
  if (!product) throw new Error('No product')
  return product
}

async function made(school: MadeSchool, fields = shirt): Promise<string> {
  const created = await products.create(school.scope, newFormKey(), fields)
  if (!created.ok) throw new Error(created.reason)
  return created.value
}

async function order(school: MadeSchool, product: { variants: Array<{ publicId: string }> }, index = 0) {
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const variantId = product.variants[index]?.publicId ?? ''
  return makeOrder(student, [{ variantId, quantity: 1, unitPricePaise: 399_00 }])
}

describe('products', () => {
  it('creates a product once for fifty clicks, and refuses a name already used in the school', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const key = newFormKey()
    const clicks = await Promise.all(Array.from({ length: 50 }, () => products.create(school.scope, key, shirt)))
    expect(new Set(clicks.map((click) => JSON.stringify(click))).size).toBe(1)
    expect(await products.create(school.scope, newFormKey(), shirt)).toEqual({ ok: false, reason: 'name-taken' })
    expect((await products.create(other.scope, newFormKey(), shirt)).ok).toBe(true)
    const page = await products.list(school.scope, { ...everything, filters: noFilters })
    expect(page.rows).toMatchObject([{ name: 'Shirt', stock: 12, sizes: 2, low: '30 2' }])
  })

  it('filters products by low or sold-out stock, with one statement for the count and one for the rows', async () => {
    const school = await makeSchool()
    await makeProduct(school, { name: 'Atlas', stock: 9 })
    await makeProduct(school, { name: 'Belt', stock: 5 })
    await makeProduct(school, { name: 'Cap', stock: 0, isActive: false })
    const names = async (filters: typeof noFilters, search = '') =>
      (await products.list(school.scope, { ...everything, search, filters })).rows.map((row) => row.name)
    expect(await names({ state: '', stock: 'low' })).toEqual(['Belt', 'Cap'])
    expect(await names({ state: '', stock: 'out' })).toEqual(['Cap'])
    expect(await names({ state: 'active', stock: '' })).toEqual(['Atlas', 'Belt'])
    expect(await names(noFilters, 'tla')).toEqual(['Atlas'])
    const { count } = await countQueries(() => products.list(school.scope, { ...everything, filters: noFilters }))
    expect(count).toBe(2)
  })

  it('keeps a removed size that was ordered, and offers it again when its label is entered again', async () => {
    const school = await makeSchool()
    const id = await made(school)
    const before = await stored(school, id)
    await order(school, before)
    const [small, large] = before.variants
    const next = {
      ...shirt,
      variants: [
        { id: large?.publicId ?? null, label: '30', stock: 0 },
        { id: null, label: '32', stock: 7 },
      ],
    }
    expect(await products.update(school.scope, id, 1, next)).toEqual({ ok: true })
    const after = await stored(school, id)
    expect(after.variants).toMatchObject([
      { label: '30', stock: 2, isActive: true },
      { label: '32', stock: 7, isActive: true },
      { label: '28', stock: 9, isActive: false, reserved: 1 },
    ])
    const back = { ...shirt, variants: [{ id: null, label: '28', stock: 50 }] }
    expect(await products.update(school.scope, id, 2, back)).toEqual({ ok: true })
    expect((await stored(school, id)).variants).toMatchObject([
      { publicId: small?.publicId, label: '28', stock: 50, isActive: true },
    ])
    // The typed stock applies, and the stock history records where the pieces came from.
    expect((await listStockChanges(school.scope, before.id))[0]).toMatchObject({
      label: '28',
      changeBy: 41,
      stockAfter: 50,
      reason: 'Size offered again',
    })
  })

  it('swaps two labels, refuses the label of a kept size, and refuses a size of another product', async () => {
    const school = await makeSchool()
    const id = await made(school)
    const [one, two] = (await stored(school, id)).variants
    const rows = (...labels: string[]) => ({
      ...shirt,
      variants: [one, two].map((size, index) => ({ id: size?.publicId ?? null, label: labels[index] ?? '', stock: 0 })),
    })
    expect(await products.update(school.scope, id, 1, rows('30', '28'))).toEqual({ ok: true })
    expect((await stored(school, id)).variants.map((size) => size.label)).toEqual(['30', '28'])
    await order(school, await stored(school, id))
    const onlySecond = { ...shirt, variants: [{ id: two?.publicId ?? null, label: '28', stock: 0 }] }
    expect(await products.update(school.scope, id, 2, onlySecond)).toEqual({ ok: true })
    const taken = { ...shirt, variants: [{ id: two?.publicId ?? null, label: '30', stock: 0 }] }
    expect(await products.update(school.scope, id, 3, taken)).toEqual({ ok: false, reason: 'label-taken', label: '30' })
    const alike = (label: string) => ({ id: null, label, stock: 1 })
    const form = { ...shirt, name: 'Cap', variants: [alike('E'), alike('XL'), alike('É')] }
    expect(await products.create(school.scope, newFormKey(), form)).toEqual({
      ok: false,
      reason: 'label-taken',
      label: 'É',
    })
    const foreign = (await makeProduct(school)).variants[0].publicId
    const wrong = { ...shirt, variants: [{ id: foreign, label: 'X', stock: 0 }] }
    expect(await products.update(school.scope, id, 3, wrong)).toEqual({ ok: false, reason: 'no-such-variant' })
  })

  it('saves one of two concurrent edits, and refuses the other', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const id = await made(school)
    const sizes = (await stored(school, id)).variants.map(({ publicId, label }) => ({ id: publicId, label, stock: 0 }))
    const both = await Promise.all([
      products.update(school.scope, id, 1, { ...shirt, variants: sizes, pricePaise: 500_00 }),
      products.update(school.scope, id, 1, { ...shirt, variants: sizes, pricePaise: 600_00 }),
    ])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(both.find((one) => !one.ok)).toEqual({ ok: false, reason: 'changed' })
    expect(await products.update(other.scope, id, 2, shirt)).toEqual({ ok: false, reason: 'not-found' })
    expect(await products.deactivate(other.scope, id)).toEqual({ ok: false, reason: 'not-found' })
  })

  it('deletes a product with sizes and pictures until it is ordered', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const [kept, gone] = [await made(school), await made(school, { ...shirt, name: 'Tie' })]
    await order(school, await stored(school, kept))
    expect(await products.remove(other.scope, gone)).toEqual({ ok: false, reason: 'not-found' })
    expect(await products.remove(school.scope, gone)).toEqual({ ok: true })
    expect(await products.find(school.scope, gone)).toBeNull()
    expect(await products.remove(school.scope, kept)).toEqual({ ok: false, reason: 'ordered' })
    expect((await stored(school, kept)).isOrdered).toBe(true)
    expect(await products.deactivate(school.scope, kept)).toEqual({ ok: true })
    expect((await stored(school, kept)).isActive).toBe(false)
  })
})

describe('stock', () => {
  it('adds up after fifty concurrent changes, and never goes below zero', async () => {
    const school = await makeSchool()
    const product = await makeProduct(school, { stock: 20 })
    const [variant] = product.variants
    const change = (changeBy: number, formKey = newFormKey()) =>
      adjustStock(school.scope, product.publicId, { variantId: variant.publicId, changeBy, reason: 'Torn', formKey })
    const lost = await Promise.all(Array.from({ length: 50 }, () => change(-1)))
    expect(lost.filter((one) => one.ok)).toHaveLength(20)
    expect(lost.filter((one) => !one.ok && one.reason === 'too-few')).toHaveLength(30)
    expect(await readStock(variant)).toBe(0)
    await Promise.all(Array.from({ length: 50 }, () => change(2)))
    expect(await readStock(variant)).toBe(100)
    const key = newFormKey()
    const same = await Promise.all(Array.from({ length: 10 }, () => change(5, key)))
    expect(same.every((one) => one.ok)).toBe(true)
    expect(await readStock(variant)).toBe(105)
    expect(await change(100_000)).toEqual({ ok: false, reason: 'too-many' })
    const [last] = await listStockChanges(school.scope, product.id)
    expect(last).toMatchObject({ changeBy: 5, stockAfter: 105, reason: 'Torn' })
    const audited = await readRows('SELECT id FROM audit_entries WHERE school_id = :id AND action = :action', {
      id: school.id,
      action: 'stock.changed',
    })
    expect(audited).toHaveLength(71)
  })

  it('refuses the second of two changes based on the same state', async () => {
    const school = await makeSchool()
    const product = await makeProduct(school, { stock: 1 })
    const variantId = product.variants[0].publicId
    const count = (seenId: number, formKey = newFormKey()) =>
      adjustStock(school.scope, product.publicId, { variantId, changeBy: 5, reason: null, formKey, seenId })
    const key = newFormKey()
    expect(await count(0, key)).toEqual({ ok: true })
    expect(await count(0)).toEqual({ ok: false, reason: 'changed' })
    expect(await count(0, key)).toEqual({ ok: true })
    const [last] = await listStockChanges(school.scope, product.id)
    expect(await count(last?.id ?? 0)).toEqual({ ok: true })
    expect(await readStock(product.variants[0])).toBe(11)
  })

  it('is changed only by its own school and for its own product', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const [product, second] = [await makeProduct(school), await makeProduct(school)]
    const change = { variantId: product.variants[0].publicId, changeBy: 1, reason: null, formKey: newFormKey() }
    expect(await adjustStock(other.scope, product.publicId, change)).toEqual({ ok: false, reason: 'not-found' })
    expect(await adjustStock(school.scope, second.publicId, change)).toEqual({ ok: false, reason: 'not-found' })
  })

  it('excludes ordered pieces from what can be removed', async () => {
    const school = await makeSchool()
    const product = await makeProduct(school, { stock: 3 })
    const student = await makeStudent(school)
    await makeEnrollment(student)
    await makeOrder(student, [seenLine(product, 2)])
    const variantId = product.variants[0].publicId
    const lose = (count: number) =>
      adjustStock(school.scope, product.publicId, { variantId, changeBy: -count, reason: 'Wet', formKey: newFormKey() })
    expect(await lose(2)).toEqual({ ok: false, reason: 'too-few' })
    expect((await lose(1)).ok).toBe(true)
  })
})

it('keeps up to five pictures in order, re-encoded with a thumbnail, and deletes removed ones', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const product = await makeProduct(school)
  const receive = async (colour: string) => {
    const bytes = await picture(1200, 900, colour).png().toBuffer()
    const received = await receiveFile(school.scope, productPictureRule, { name: 'p.png', bytes, studentId: null })
    if (!received.ok) throw new Error(received.reason)
    return received.value.key
  }
  const [red, blue] = [await receive('#aa0000'), await receive('#0000aa')]
  expect(await savePictures(other.scope, product.publicId, 1, { order: [], removed: [], fresh: [red] })).toMatchObject({
    ok: false,
  })
  expect(await savePictures(school.scope, product.publicId, 1, { order: [], removed: [], fresh: [red, blue] })).toEqual(
    { ok: true },
  )
  const pictures = await listPictures(school.scope, product.id)
  expect(pictures.map((one) => one.storageKey)).toEqual([red, blue])
  expect(pictures.every((one) => one.thumbnailKey !== one.storageKey)).toBe(true)
  expect(await savePictures(school.scope, product.publicId, 2, { order: [blue, red], removed: [], fresh: [] })).toEqual(
    { ok: true },
  )
  expect((await listPictures(school.scope, product.id)).map((one) => one.storageKey)).toEqual([blue, red])
  // A user who opened the page earlier cannot restore the former order.
  const late = { order: [red, blue], removed: [], fresh: [] }
  expect(await savePictures(school.scope, product.publicId, 2, late)).toEqual({ ok: false, reason: 'changed' })
  const four = await Promise.all(['#111111', '#222222', '#333333', '#444444'].map(receive))
  const many = { order: [blue, red], removed: [], fresh: four }
  expect(await savePictures(school.scope, product.publicId, 3, many)).toEqual({ ok: false, reason: 'too-many' })
  expect(
    await savePictures(school.scope, product.publicId, 3, { order: ['products/none.jpg'], removed: [red], fresh: [] }),
  ).toEqual({ ok: true })
  const left = await readRows<{ state: string }>('SELECT state FROM files WHERE storage_key IN (:keys)', {
    keys: [red, blue],
  })
  expect(left).toEqual([{ state: 'kept' }])
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await receiveFile(school.scope, productPictureRule, { name: 'a.png', bytes: svg, studentId: null })).toEqual({
    ok: false,
    reason: 'wrong-type',
  })
})
