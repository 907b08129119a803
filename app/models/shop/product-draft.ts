import { typedRupees } from '~/models/shared/money'
import { plainBreaks } from '~/models/shared/text'
import { mostVariants } from './options'
import { type ProductFields, productSchema } from './product-schema'

export interface VariantDraft {
  /** Public id of a size that exists, '' of a new one. */
  id: string
  label: string
  stock: string
}

/** The product form just as it was typed: what every answer of the server gives back. */
export interface ProductDraft {
  name: string
  description: string
  price: string
  sale_price: string
  tax_rate: string
  hsn_code: string
  low_stock_at: string
  is_active: boolean
  variants: VariantDraft[]
}

export type ProductErrors = Record<string, string[]>

const shownVariants = 3

const emptyRow = (): VariantDraft => ({ id: '', label: '', stock: '' })

export function emptyProduct(): ProductDraft {
  return {
    name: '',
    description: '',
    price: '',
    sale_price: '',
    tax_rate: '0',
    hsn_code: '',
    low_stock_at: '5',
    is_active: true,
    variants: Array.from({ length: shownVariants }, emptyRow),
  }
}

/** A stored product as its form shows it. */
export function productDraftOf(
  product: Omit<ProductFields, 'variants'> & {
    variants: ReadonlyArray<{ publicId: string; label: string; stock: number }>
  },
): ProductDraft {
  return {
    name: product.name,
    description: product.description ?? '',
    price: typedRupees(product.pricePaise),
    sale_price: product.salePricePaise === null ? '' : typedRupees(product.salePricePaise),
    tax_rate: String(product.taxBasisPoints),
    hsn_code: product.hsnCode ?? '',
    low_stock_at: String(product.lowStockAt),
    is_active: product.isActive,
    variants: product.variants.map(({ publicId, label, stock }) => ({ id: publicId, label, stock: String(stock) })),
  }
}

/** The typed form out of a posted body. Rows beyond the form's own limits are not read, whatever their number claims. */
export function readProductDraft(form: FormData): ProductDraft {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const variants: VariantDraft[] = []
  for (let index = 0; index < mostVariants && form.has(`variants[${index}].label`); index++) {
    const row = `variants[${index}]`
    variants.push({ id: text(`${row}.id`), label: text(`${row}.label`), stock: text(`${row}.stock`) })
  }
  return {
    name: text('name'),
    description: text('description'),
    price: text('price'),
    sale_price: text('sale_price'),
    tax_rate: text('tax_rate'),
    hsn_code: text('hsn_code'),
    low_stock_at: text('low_stock_at'),
    is_active: text('is_active') === 'on',
    variants,
  }
}

/** Answers the form's helping buttons, `add-variant` and `remove-3`; null when it was none of them. */
export function reshapeProduct(draft: ProductDraft, intent: unknown): ProductDraft | null {
  if (intent === 'add-variant') {
    return { ...draft, variants: [...draft.variants, emptyRow()].slice(0, mostVariants) }
  }
  const removed = typeof intent === 'string' ? /^remove-(\d{1,2})$/.exec(intent) : null
  if (!removed) return null
  const variants = draft.variants.filter((_, index) => index !== Number(removed[1]))
  return { ...draft, variants: variants.length > 0 ? variants : [emptyRow()] }
}

/** The draft as a product, or its errors by the fields of the form as it stands: empty rows are passed over, and keep their numbers. */
export function checkProduct(
  draft: ProductDraft,
): { ok: true; value: ProductFields } | { ok: false; errors: ProductErrors } {
  const filled = draft.variants
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => row.id !== '' || row.label.trim() !== '' || row.stock.trim() !== '')
  // A form without a row that says anything lacks the stock of its first.
  const rows = filled.length > 0 ? filled : [{ row: draft.variants[0] ?? emptyRow(), index: 0 }]
  const checked = productSchema.safeParse({ ...draft, variants: rows.map(({ row }) => row) })
  if (checked.success) return { ok: true, value: checked.data }
  const errors: ProductErrors = {}
  for (const issue of checked.error.issues) {
    const [field, index, part] = issue.path
    const name =
      field === 'variants' && typeof index === 'number'
        ? `variants[${rows[index]?.index ?? 0}].${String(part ?? 'label')}`
        : String(field ?? '')
    errors[name] = [...(errors[name] ?? []), issue.message]
  }
  return { ok: false, errors }
}

/** The form as the server gives it back: refused, or on its way. */
export function productReply(draft: ProductDraft, errors: ProductErrors) {
  const failed = Object.keys(errors).length > 0
  return { status: failed ? ('error' as const) : ('typing' as const), draft, errors }
}

/** Where the form says that one of its labels is taken: beside the row that has it. */
export function labelErrors(draft: ProductDraft, label: string, message: string): ProductErrors {
  const index = draft.variants.findLastIndex((one) => one.label.trim() === label)
  return { [`variants[${Math.max(0, index)}].label`]: [message] }
}

const fieldNames = {
  name: 'Product name',
  description: 'Description',
  price: 'Price',
  sale_price: 'Sale price',
  tax_rate: 'GST',
  hsn_code: 'HSN code',
  low_stock_at: 'Low stock level',
} as const

/** What stands in the store now where the form says something else: a sentence each, for whoever saves second. */
export function productDifferences(stored: ProductDraft, typed: ProductDraft): string[] {
  const said = (text: string) => (text === '' ? 'empty' : `“${text}”`)
  const words = (Object.keys(fieldNames) as Array<keyof typeof fieldNames>).flatMap((field) =>
    stored[field] === plainBreaks(typed[field].trim()) ? [] : [`${fieldNames[field]} is ${said(stored[field])} now`],
  )
  if (stored.is_active !== typed.is_active) words.push(stored.is_active ? 'It is offered now' : 'It is not offered now')
  const sizes = (draft: ProductDraft) =>
    draft.variants
      .filter((one) => one.id !== '' || one.label.trim() !== '')
      .map((one) => one.label.trim())
      .join(', ')
  if (sizes(stored) !== sizes(typed)) words.push(`The sizes are ${said(sizes(stored))} now`)
  return words
}
