import { describe, expect, it } from 'vitest'
import { parseFields } from '~/http/route.server'
import { productSchema } from '~/models/money/shop/product-schema.server'
import { labelErrors, productDifferences, productValues, reshaped } from './__product-form.server'

type Row = { id?: string; label?: string; stock?: string }

const rows: Row[] = [{ label: 'S', stock: '4' }, {}, { label: 'M', stock: '0' }]

/** Form data as a browser sends it. */
function typed(fields: Record<string, string> = {}, variants = rows): FormData {
  const all = {
    name: 'Shirt',
    description: '',
    price: '450',
    sale_price: '',
    tax_rate: '500',
    hsn_code: '',
    low_stock_at: '5',
  }
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...all, is_active: 'on', ...fields })) body.set(name, value)
  for (const [index, row] of variants.entries()) {
    for (const part of ['id', 'label', 'stock'] as const) body.set(`variants[${index}].${part}`, row[part] ?? '')
  }
  return body
}

function read(body: FormData) {
  const form = parseFields(body, productSchema, {})
  const none: Record<string, string[] | null> = {}
  return form.ok ? { value: form.value, errors: none } : { value: null, errors: form.reply().data.error ?? none }
}

const product = {
  id: 1,
  publicId: 'bbbbbbbbbbbb',
  version: 2,
  name: 'Shirt',
  description: 'a\nb',
  pricePaise: 450_00,
  salePricePaise: null,
  taxBasisPoints: 500,
  hsnCode: null,
  lowStockAt: 5,
  isActive: true,
  isOrdered: false,
  stock: 4,
  sizes: 1,
  low: null,
  thumbnailKey: null,
  variants: [{ publicId: 'cccccccccccc', label: 'S', stock: 4, isActive: true, reserved: 0 }],
}

describe('product form', () => {
  it('ignores empty rows, and reports errors by row', () => {
    expect(read(typed()).value).toMatchObject({
      pricePaise: 450_00,
      taxBasisPoints: 500,
      variants: [
        { id: null, label: 'S', stock: 4 },
        { id: null, label: 'M', stock: 0 },
      ],
    })
    const bad = read(typed({ hsn_code: '123' }, [...rows, { label: 's ', stock: '-1' }]))
    expect(Object.keys(bad.errors).sort()).toEqual(['hsn_code', 'variants[3].label', 'variants[3].stock'])
    expect(bad.errors.hsn_code).toEqual(['Enter 4, 6 or 8 digits'])
    expect(read(typed({ name: '', price: '1e9' })).errors).toMatchObject({
      name: ['Product name is required'],
      price: ['Enter an amount in rupees, such as 6,000 or 6000.50'],
    })
  })

  it('requires a sale price below the price, and a whole number as stock', () => {
    expect(read(typed({ sale_price: '450' })).errors).toEqual({
      sale_price: ['The sale price must be below the price'],
    })
    expect(Object.keys(read(typed({}, [{ stock: '1.5' }])).errors)).toEqual(['variants[0].stock'])
    expect(Object.keys(read(typed({}, [{}, {}])).errors)).toEqual(['variants[0].stock'])
    const twice = typed({}, [
      { label: 'S', stock: '1' },
      { label: 's', stock: '1' },
    ])
    expect(Object.keys(read(twice).errors)).toEqual(['variants[1].label'])
  })

  it('reports a duplicate label beside its row', () => {
    const body = typed(
      {},
      rows.map((row) => ({ ...row, label: ` ${row.label ?? ''}` })),
    )
    expect(labelErrors(body, 'M', 'Taken')).toEqual({ 'variants[2].label': ['Taken'] })
  })

  it('counts a CRLF line break as one character', () => {
    const described = (breaks: number) => read(typed({ description: `a${'\r\n'.repeat(breaks)}b` })).value
    expect(described(998)?.description).toHaveLength(1000)
    expect(described(999)).toBeNull()
  })

  it('shows the stored values to the second of two users who save', () => {
    const same = typed({ description: 'a\r\nb' }, productValues(product).variants)
    expect(productDifferences(product, same)).toEqual([])
    const other = typed({ description: 'a\nb', price: '1' })
    other.delete('is_active')
    expect(productDifferences(product, other)).toEqual([
      'Price is “450” now',
      '“Offered in the store” is ticked now',
      'The sizes are “S” now',
    ])
  })

  it('adds and removes rows by its buttons', () => {
    const rowsAfter = (intent: string, variants = rows) =>
      reshaped(typed({ intent }, variants))?.data.initialValue?.variants
    expect(rowsAfter('add-variant')).toHaveLength(4)
    expect(rowsAfter('remove-0')).toMatchObject([{ label: '' }, { label: 'M' }])
    expect(reshaped(typed({ intent: 'save' }))).toBeNull()
    expect(rowsAfter('remove-0', rows.slice(0, 1))).toHaveLength(1)
  })
})
