import { z } from 'zod'
import { parseRupees } from '~/models/shared/money'
import { plainBreaks } from '~/models/shared/text'
import {
  largestPricePaise,
  largestStock,
  mostVariants,
  productDescriptionLength,
  productNameLength,
  taxRates,
  variantLabelLength,
} from './options'

// The product form is the office's only, so its words are English.
const smallestPricePaise = 100
const wrongAmount = 'Enter an amount in rupees, such as 450 or 449.50'

const toPaise = (typed: string, context: z.RefinementCtx) => {
  const paise = parseRupees(typed)
  if (paise === null) context.addIssue(wrongAmount)
  else if (paise < smallestPricePaise) context.addIssue('The price must be at least ₹1')
  else if (paise > largestPricePaise) context.addIssue('The price must be at most ₹1,00,000')
  return paise ?? z.NEVER
}

const whole = (missing: string, most: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .regex(/^\d{1,9}$/, `Enter a whole number from 0 to ${most}`)
    .transform(Number)
    .refine((count) => count <= most, `Enter a whole number from 0 to ${most}`)

const blank = (text: string | undefined) => (text === '' ? null : (text ?? null))

const rates = taxRates.map(String) as [string, ...string[]]

/** A size of the product: one that exists is named by its id and keeps its stock, a new one says how many there are. */
const variant = z.object({
  id: z.string().regex(/^([2-9b-z]{12})?$/, 'Open the page again'),
  label: z.string('Enter the size').trim().max(variantLabelLength, `Use at most ${variantLabelLength} characters`),
  stock: z.string().trim(),
})

/** A product as typed, without its empty rows. */
export const productSchema = z
  .object({
    name: z
      .string('Product name is required')
      .trim()
      .min(1, 'Product name is required')
      .max(productNameLength, `Use at most ${productNameLength} characters`),
    description: z
      .string()
      .trim()
      .overwrite(plainBreaks)
      .max(productDescriptionLength, `Use at most ${productDescriptionLength} characters`)
      .transform(blank),
    price: z.string('Price is required').trim().min(1, 'Price is required').transform(toPaise),
    sale_price: z
      .string()
      .trim()
      .transform((typed, context) => (typed === '' ? null : toPaise(typed, context))),
    tax_rate: z.enum(rates, 'Choose a tax rate').transform(Number),
    hsn_code: z
      .string()
      .trim()
      .regex(/^(\d{4}|\d{6}|\d{8})?$/, 'Enter 4, 6 or 8 digits')
      .transform(blank),
    low_stock_at: whole('Enter the low stock level', largestStock),
    is_active: z.boolean(),
    variants: z
      .array(variant)
      .min(1, 'Enter at least one row')
      .max(mostVariants, `Enter at most ${mostVariants} sizes`),
  })
  .superRefine(({ price, sale_price, variants }, context) => {
    if (typeof price === 'number' && sale_price !== null && sale_price >= price) {
      context.addIssue({ code: 'custom', path: ['sale_price'], message: 'The sale price must be below the price' })
    }
    const seen = new Set<string>()
    for (const [index, { id, label, stock }] of variants.entries()) {
      const at = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['variants', index, field], message })
      const key = label.toLowerCase().normalize('NFC')
      if (label === '' && variants.length > 1) at('label', 'Enter the size, or remove the row')
      else if (seen.has(key)) at('label', 'This size is already listed above')
      seen.add(key)
      if (id === '' && !isStock(stock)) at('stock', `Enter how many there are, from 0 to ${largestStock}`)
    }
  })
  .transform(({ price, sale_price, tax_rate, hsn_code, low_stock_at, is_active, variants, ...words }) => ({
    ...words,
    pricePaise: price,
    salePricePaise: sale_price,
    taxBasisPoints: tax_rate,
    hsnCode: hsn_code,
    lowStockAt: low_stock_at,
    isActive: is_active,
    variants: variants.map(({ id, label, stock }) => ({ id: id === '' ? null : id, label, stock: Number(stock) || 0 })),
  }))

function isStock(typed: string): boolean {
  return /^\d{1,9}$/.test(typed) && Number(typed) <= largestStock
}

export type ProductFields = z.output<typeof productSchema>
