import { describe, expect, it } from 'vitest'
import { countQueries, select } from '~/database/connection.server'
import { receiveFile } from '~/models/files/receive-file.server'
import { makeEnrollment } from '../../../tests/factories/academics'
import { picture } from '../../../tests/factories/pictures'
import { type MadeSchool, makeSchool } from '../../../tests/factories/school'
import { makeOrder, makeProduct, readStock, seenLine } from '../../../tests/factories/shop'
import { newFormKey } from '../../../tests/factories/start-payment'
import { makeStudent } from '../../../tests/factories/student'
import { adjustStock, listStockChanges } from './adjust-stock.server'
import { createProduct } from './create-product.server'
import { deleteProduct } from './delete-product.server'
import {
  checkProduct,
  emptyProduct,
  labelErrors,
  type ProductDraft,
  productDifferences,
  productDraftOf,
  reshapeProduct,
} from './product-draft'
import { findProduct, isOrdered, listPictures, listProducts } from './product-queries.server'
import type { ProductFields } from './product-schema'
import { productPictureRule, savePictures } from './save-pictures.server'
import { deactivateProduct, updateProduct } from './update-product.server'

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
  const product = await findProduct(school.scope, publicId)
  if (!product) throw new Error('No product')
  return product
}

async function made(school: MadeSchool, fields = shirt): Promise<string> {
  const created = await createProduct(school.scope, newFormKey(), fields)
  if (!created.ok) throw new Error(created.reason)
  return created.value
}

async function order(school: MadeSchool, product: { variants: Array<{ publicId: string }> }, index = 0) {
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const variantId = product.variants[index]?.publicId ?? ''
  return makeOrder(student, [{ variantId, quantity: 1, unitPricePaise: 399_00 }])
}

describe('the product form', () => {
  const typed: ProductDraft = {
    ...emptyProduct(),
    name: 'Shirt',
    price: '450',
    variants: [
      { id: '', label: 'S', stock: '4' },
      { id: '', label: '', stock: '' },
      { id: '', label: 'M', stock: '0' },
    ],
  }

  it('passes over empty rows, and says what is wrong beside the row as it stands', () => {
    const good = checkProduct(typed)
    expect(good.ok && good.value.variants).toEqual([
      { id: null, label: 'S', stock: 4 },
      { id: null, label: 'M', stock: 0 },
    ])
    const bad = checkProduct({
      ...typed,
      sale_price: '450',
      hsn_code: '123',
      variants: [...typed.variants, { id: '', label: 's ', stock: '-1' }],
    })
    expect(bad.ok ? {} : bad.errors).toMatchObject({ hsn_code: ['Enter 4, 6 or 8 digits'] })
    const empty = checkProduct({ ...emptyProduct(), name: '', price: '1e9' })
    expect(empty.ok ? {} : empty.errors).toMatchObject({
      name: ['Product name is required'],
      price: ['Enter an amount in rupees, such as 450 or 449.50'],
    })
  })

  it('wants a sale below the price, and a whole stock', () => {
    const sale = checkProduct({ ...typed, sale_price: '450' })
    expect(sale.ok ? {} : sale.errors).toEqual({ sale_price: ['The sale price must be below the price'] })
    const stock = checkProduct({ ...typed, variants: [{ id: '', label: '', stock: '1.5' }] })
    expect(stock.ok ? {} : Object.keys(stock.errors)).toEqual(['variants[0].stock'])
    const twice = checkProduct({
      ...typed,
      variants: [
        { id: '', label: 'S', stock: '1' },
        { id: '', label: 's', stock: '1' },
      ],
    })
    expect(twice.ok ? {} : Object.keys(twice.errors)).toEqual(['variants[1].label'])
  })

  it('says beside the row that has it that a label is taken', () => {
    const draft = { ...typed, variants: typed.variants.map((one) => ({ ...one, label: ` ${one.label}` })) }
    expect(labelErrors(draft, 'M', 'Taken')).toEqual({ 'variants[2].label': ['Taken'] })
  })

  it('counts a line break once, however the browser sends it', () => {
    const described = (breaks: number) => checkProduct({ ...typed, description: `a${'\r\n'.repeat(breaks)}b` })
    const longest = described(998)
    expect(longest.ok && longest.value.description).toHaveLength(1000)
    expect(described(999).ok).toBe(false)
    const draft = productDraftOf({ ...shirt, description: 'a\nb', variants: [] })
    expect(productDifferences(draft, { ...draft, description: 'a\r\nb' })).toEqual([])
  })

  it('grows and shrinks by its buttons', () => {
    expect(reshapeProduct(typed, 'add-variant')?.variants).toHaveLength(4)
    expect(reshapeProduct(typed, 'remove-0')?.variants.map((one) => one.label)).toEqual(['', 'M'])
    expect(reshapeProduct(typed, 'save')).toBeNull()
    expect(reshapeProduct({ ...typed, variants: typed.variants.slice(0, 1) }, 'remove-0')?.variants).toHaveLength(1)
  })
})

describe('products', () => {
  it('are made once by fifty clicks, and a name is taken once in a school', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const key = newFormKey()
    const clicks = await Promise.all(Array.from({ length: 50 }, () => createProduct(school.scope, key, shirt)))
    expect(new Set(clicks.map((click) => JSON.stringify(click))).size).toBe(1)
    expect(await createProduct(school.scope, newFormKey(), shirt)).toEqual({ ok: false, reason: 'name-taken' })
    expect((await createProduct(other.scope, newFormKey(), shirt)).ok).toBe(true)
    const page = await listProducts(school.scope, { ...everything, filters: noFilters })
    expect(page.rows).toMatchObject([{ name: 'Shirt', stock: 12, sizes: 2, low: '30 2' }])
  })

  it('are narrowed to those that run low or are sold out, in one count and one read', async () => {
    const school = await makeSchool()
    await makeProduct(school, { name: 'Atlas', stock: 9 })
    await makeProduct(school, { name: 'Belt', stock: 5 })
    await makeProduct(school, { name: 'Cap', stock: 0, isActive: false })
    const names = async (filters: typeof noFilters, search = '') =>
      (await listProducts(school.scope, { ...everything, search, filters })).rows.map((row) => row.name)
    expect(await names({ state: '', stock: 'low' })).toEqual(['Belt', 'Cap'])
    expect(await names({ state: '', stock: 'out' })).toEqual(['Cap'])
    expect(await names({ state: 'active', stock: '' })).toEqual(['Atlas', 'Belt'])
    expect(await names(noFilters, 'tla')).toEqual(['Atlas'])
    const { count } = await countQueries(() => listProducts(school.scope, { ...everything, filters: noFilters }))
    expect(count).toBe(2)
  })

  it('keep a size that was ordered and offer it no more; it comes back by its label', async () => {
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
    expect(await updateProduct(school.scope, id, 1, next)).toEqual({ ok: true })
    const after = await stored(school, id)
    expect(after.variants).toMatchObject([
      { label: '30', stock: 2, isActive: true },
      { label: '32', stock: 7, isActive: true },
      { label: '28', stock: 9, isActive: false, reserved: 1 },
    ])
    const back = { ...shirt, variants: [{ id: null, label: '28', stock: 50 }] }
    expect(await updateProduct(school.scope, id, 2, back)).toEqual({ ok: true })
    expect((await stored(school, id)).variants).toMatchObject([
      { publicId: small?.publicId, label: '28', stock: 50, isActive: true },
    ])
    // What was typed is what there is, and the book says where the pieces came from.
    expect((await listStockChanges(school.scope, before.id))[0]).toMatchObject({
      label: '28',
      changeBy: 41,
      stockAfter: 50,
      reason: 'Size offered again',
    })
  })

  it('change two labels with each other, refuse one that a kept size has, and a size of another product', async () => {
    const school = await makeSchool()
    const id = await made(school)
    const [one, two] = (await stored(school, id)).variants
    const rows = (...labels: string[]) => ({
      ...shirt,
      variants: [one, two].map((size, index) => ({ id: size?.publicId ?? null, label: labels[index] ?? '', stock: 0 })),
    })
    expect(await updateProduct(school.scope, id, 1, rows('30', '28'))).toEqual({ ok: true })
    expect((await stored(school, id)).variants.map((size) => size.label)).toEqual(['30', '28'])
    await order(school, await stored(school, id))
    const onlySecond = { ...shirt, variants: [{ id: two?.publicId ?? null, label: '28', stock: 0 }] }
    expect(await updateProduct(school.scope, id, 2, onlySecond)).toEqual({ ok: true })
    const taken = { ...shirt, variants: [{ id: two?.publicId ?? null, label: '30', stock: 0 }] }
    expect(await updateProduct(school.scope, id, 3, taken)).toEqual({ ok: false, reason: 'label-taken', label: '30' })
    const alike = (label: string) => ({ id: null, label, stock: 1 })
    const form = { ...shirt, name: 'Cap', variants: [alike('E'), alike('XL'), alike('É')] }
    expect(await createProduct(school.scope, newFormKey(), form)).toEqual({
      ok: false,
      reason: 'label-taken',
      label: 'É',
    })
    const foreign = (await makeProduct(school)).variants[0].publicId
    const wrong = { ...shirt, variants: [{ id: foreign, label: 'X', stock: 0 }] }
    expect(await updateProduct(school.scope, id, 3, wrong)).toEqual({ ok: false, reason: 'no-such-variant' })
  })

  it('are saved by one of two who opened them, and the other is told what stands now', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const id = await made(school)
    const sizes = (await stored(school, id)).variants.map(({ publicId, label }) => ({ id: publicId, label, stock: 0 }))
    const both = await Promise.all([
      updateProduct(school.scope, id, 1, { ...shirt, variants: sizes, pricePaise: 500_00 }),
      updateProduct(school.scope, id, 1, { ...shirt, variants: sizes, pricePaise: 600_00 }),
    ])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(both.find((one) => !one.ok)).toEqual({ ok: false, reason: 'changed' })
    const now = productDraftOf(await stored(school, id))
    expect(productDifferences(now, { ...now, price: '1', is_active: false })).toEqual([
      `Price is “${now.price}” now`,
      'It is offered now',
    ])
    expect(await updateProduct(other.scope, id, 2, shirt)).toEqual({ ok: false, reason: 'not-found' })
    expect(await deactivateProduct(other.scope, id)).toEqual({ ok: false, reason: 'not-found' })
  })

  it('go with sizes and pictures until they are ordered', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const [kept, gone] = [await made(school), await made(school, { ...shirt, name: 'Tie' })]
    await order(school, await stored(school, kept))
    expect(await deleteProduct(other.scope, gone)).toEqual({ ok: false, reason: 'not-found' })
    expect(await deleteProduct(school.scope, gone)).toEqual({ ok: true })
    expect(await findProduct(school.scope, gone)).toBeNull()
    expect(await deleteProduct(school.scope, kept)).toEqual({ ok: false, reason: 'ordered' })
    const product = await stored(school, kept)
    expect(await isOrdered(school.scope, product.id)).toBe(true)
    expect(await deactivateProduct(school.scope, kept)).toEqual({ ok: true })
    expect((await stored(school, kept)).isActive).toBe(false)
  })
})

describe('stock', () => {
  it('is counted by fifty at once and never below nothing', async () => {
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
    const audited = await select('SELECT id FROM audit_entries WHERE school_id = :id AND action = :action', {
      id: school.id,
      action: 'stock.changed',
    })
    expect(audited).toHaveLength(71)
  })

  it('is its own school’s and its own product’s', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const [product, second] = [await makeProduct(school), await makeProduct(school)]
    const change = { variantId: product.variants[0].publicId, changeBy: 1, reason: null, formKey: newFormKey() }
    expect(await adjustStock(other.scope, product.publicId, change)).toEqual({ ok: false, reason: 'not-found' })
    expect(await adjustStock(school.scope, second.publicId, change)).toEqual({ ok: false, reason: 'not-found' })
  })

  it('is what orders leave of it', async () => {
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

it('keeps up to five pictures in their order, drawn anew with a small twin, and forgets those that go', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const product = await makeProduct(school)
  const receive = async (colour: string) => {
    const bytes = await picture(1200, 900, colour).png().toBuffer()
    const received = await receiveFile(school.scope, productPictureRule, { name: 'p.png', bytes, studentId: null })
    if (!received.ok) throw new Error(received.reason)
    return received.value.key
  }
  const [red, blue] = [await receive('#aa0000'), await receive('#0000aa')]
  expect(await savePictures(other.scope, product.publicId, { order: [], removed: [], fresh: [red] })).toMatchObject({
    ok: false,
  })
  expect(await savePictures(school.scope, product.publicId, { order: [], removed: [], fresh: [red, blue] })).toEqual({
    ok: true,
  })
  const pictures = await listPictures(school.scope, product.id)
  expect(pictures.map((one) => one.key)).toEqual([red, blue])
  expect(pictures.every((one) => one.thumbnailKey !== one.key)).toBe(true)
  expect(await savePictures(school.scope, product.publicId, { order: [blue, red], removed: [], fresh: [] })).toEqual({
    ok: true,
  })
  expect((await listPictures(school.scope, product.id)).map((one) => one.key)).toEqual([blue, red])
  const four = await Promise.all(['#111111', '#222222', '#333333', '#444444'].map(receive))
  const many = { order: [blue, red], removed: [], fresh: four }
  expect(await savePictures(school.scope, product.publicId, many)).toEqual({ ok: false, reason: 'too-many' })
  expect(
    await savePictures(school.scope, product.publicId, { order: ['products/none.jpg'], removed: [red], fresh: [] }),
  ).toEqual({
    ok: true,
  })
  const left = await select<{ state: string }>('SELECT state FROM files WHERE storage_key IN (:keys)', {
    keys: [red, blue],
  })
  expect(left).toEqual([{ state: 'kept' }])
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await receiveFile(school.scope, productPictureRule, { name: 'a.png', bytes: svg, studentId: null })).toEqual({
    ok: false,
    reason: 'wrong-type',
  })
})
