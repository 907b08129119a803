import { field, form } from '~/kit/forms/fields'
import { maxPricePaise, maxStock } from './options'

/**
 * GST rates in hundredths of a percent; prices include tax. Since 22 September 2025 the rates are 5, 18 and 40 % (56th
 * GST Council); the two older rates remain for products that still have them.
 */
const taxRateWords = {
  0: 'None',
  500: '5 %',
  1800: '18 %',
  4000: '40 %',
  1200: '12 % (ended 21 Sep 2025)',
  2800: '28 % (ended 21 Sep 2025)',
} as const

/** Product of the store without its sizes, which are separate rows. */
export const productForm = form(
  'product',
  { name: field.line('Product name', 120, { required: true }) },
  { description: field.lines('Description', 1000, { control: { rows: 3 } }) },
  {
    pricePaise: field.money('Price', { required: true, hint: 'Including tax', min: 1_00, max: maxPricePaise }),
    salePricePaise: field.money('Sale price', {
      hint: 'Below the price; leave empty if there is no sale',
      min: 1_00,
      max: maxPricePaise,
    }),
    taxBasisPoints: field.choice('GST included in the price', taxRateWords, {
      name: 'tax_rate',
      required: 'Choose a tax rate',
      hasNoEmptyOption: true,
      start: '0',
    }),
    hsnCode: field.line('HSN code', 8, {
      hint: '4, 6 or 8 digits, for the tax invoice',
      pattern: { looks: /^(\d{4}|\d{6}|\d{8})?$/, words: 'Enter 4, 6 or 8 digits' },
      control: { inputMode: 'numeric' },
    }),
    lowStockAt: field.whole('Low stock level', {
      required: 'Enter the low stock level',
      hint: 'Pieces per size',
      max: maxStock,
      start: '5',
      control: { inputMode: 'numeric' },
    }),
  },
  { isActive: field.tick('Offered in the store', { start: true }) },
)
