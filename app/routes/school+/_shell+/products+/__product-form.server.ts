import { data } from '@remix-run/node'
import { changesOf, type FieldErrors, type Reply } from '~/http/route.server'
import { shownValues } from '~/kit/forms/fields'
import { maxVariants } from '~/models/money/shop/options'
import { productForm } from '~/models/money/shop/product-fields'
import type { products } from '~/models/money/shop/products.server'

type Product = NonNullable<Awaited<ReturnType<typeof products.find>>>

const emptyRow = { id: '', label: '', stock: '' }
type Row = typeof emptyRow

/** Form values: the offered sizes of a product, or three empty rows for a new one. */
export function productValues(product?: Product) {
  const offered = product?.variants.filter((one) => one.isActive)
  const variants = offered?.map(({ publicId, label, stock }): Row => ({ id: publicId, label, stock: String(stock) }))
  return { ...shownValues(productForm, product), variants: variants ?? [emptyRow, emptyRow, emptyRow] }
}

/** Sizes as typed; ignores rows beyond the limit of the form. */
function typedRows(body: FormData): Row[] {
  const rows: Row[] = []
  for (let index = 0; index < maxVariants && body.has(`variants[${index}].label`); index++) {
    const text = (part: string) => String(body.get(`variants[${index}].${part}`) ?? '')
    rows.push({ id: text('id'), label: text('label'), stock: text('stock') })
  }
  return rows
}

/**
 * Handles the buttons `add-variant` and `remove-3`: returns the form as typed with one row added or removed. Null for
 * other buttons.
 */
export function reshaped(body: FormData): Reply | null {
  const intent = String(body.get('intent'))
  const removed = /^remove-(\d{1,2})$/.exec(intent)
  if (intent !== 'add-variant' && !removed) return null
  const rows = typedRows(body).filter((_, index) => index !== Number(removed?.[1] ?? -1))
  if (!removed || rows.length === 0) rows.push(emptyRow)
  return data({ initialValue: { ...Object.fromEntries(body), variants: rows.slice(0, maxVariants) } })
}

/** Error for a duplicate label, beside its row. */
export function labelErrors(body: FormData, label: string, message: string): FieldErrors {
  const index = typedRows(body).findLastIndex((one) => one.label.trim() === label)
  return { [`variants[${Math.max(0, index)}].label`]: [message] }
}

/** Stored values that differ from the form, a sentence each, for a conflict. */
export function productDifferences(now: Product, body: FormData): string[] {
  const labels = (rows: Row[]) =>
    rows
      .filter((one) => one.id !== '' || one.label.trim() !== '')
      .map((one) => one.label.trim())
      .join(', ')
  const sizes = labels(productValues(now).variants)
  return [
    ...changesOf(productForm, now, body),
    ...(sizes === labels(typedRows(body)) ? [] : [`The sizes are ${sizes === '' ? 'empty' : `“${sizes}”`} now`]),
  ]
}
