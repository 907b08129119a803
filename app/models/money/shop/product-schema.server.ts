import { z } from 'zod'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { maxLabelLength, maxStock, maxVariants } from './options'
import { productForm } from './product-fields'

const orEmpty = (text: string | undefined) => text ?? ''

/** Size as typed: an existing one has an id and keeps its stock, a new one needs its stock. */
const size = z.object({
  id: z
    .string()
    .regex(/^([2-9b-z]{12})?$/, 'Open the page again')
    .optional()
    .transform(orEmpty),
  label: z
    .string()
    .trim()
    .max(maxLabelLength, `Use at most ${maxLabelLength} characters`)
    .optional()
    .transform(orEmpty),
  stock: z.string().trim().optional().transform(orEmpty),
})
type TypedSize = z.output<typeof size>

const isFilled = ({ id, label, stock }: TypedSize) => id !== '' || label !== '' || stock !== ''

/** Checks sizes against each other; ignores empty rows. */
function checkSizes(sizes: readonly TypedSize[], context: z.RefinementCtx<TypedSize[]>): void {
  const filled = sizes.map((one, index) => ({ ...one, index })).filter(isFilled)
  const seenLabels = new Set<string>()
  // In a form with only empty rows, reports the stock of the first row as missing.
  for (const { id, label, stock, index } of filled.length > 0 ? filled : [{ id: '', label: '', stock: '', index: 0 }]) {
    const say = (part: string, message: string) =>
      context.addIssue({ code: 'custom', path: [index, part], message, input: sizes })
    const key = label.toLowerCase().normalize('NFC')
    if (label === '' && filled.length > 1) say('label', 'Enter the size, or remove the row')
    else if (seenLabels.has(key)) say('label', 'This size is already listed above')
    seenLabels.add(key)
    if (id === '' && !isStock(stock)) say('stock', `Enter how many there are, from 0 to ${maxStock}`)
  }
}

const isStock = (text: string) => /^\d{1,9}$/.test(text) && Number(text) <= maxStock

const sizes = z
  .array(size)
  .max(maxVariants, `Enter at most ${maxVariants} sizes`)
  .default([])
  .superRefine(checkSizes)
  .transform((rows) =>
    rows.filter(isFilled).map(({ id, label, stock }) => ({ id: id || null, label, stock: Number(stock) || 0 })),
  )

const product = schemaOf(productForm, ({ pricePaise, salePricePaise }, say) => {
  if (pricePaise && salePricePaise && salePricePaise >= pricePaise) {
    say('salePricePaise', 'The sale price must be below the price')
  }
})

export const productSchema = z
  .intersection(product, z.object({ variants: sizes }))
  .transform(({ taxBasisPoints, ...fields }) => ({ ...fields, taxBasisPoints: Number(taxBasisPoints) }))

export type ProductFields = z.output<typeof productSchema>
