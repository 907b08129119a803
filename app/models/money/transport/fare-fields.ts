import { field, form } from '~/kit/forms/fields'

export const fareBasisWords = { distance: 'By distance', stop: 'By stop' } as const
export type FareBasis = keyof typeof fareBasisWords

/** Calculation of a monthly fare; with a fare by stop, each stop has its own amount. */
export const fareForm = form(
  'fare',
  { name: field.line('Fare name', 80, { required: true, hint: 'As shown to students' }) },
  {
    basis: field.choice('Calculation', fareBasisWords, {
      required: 'Choose how the fare is calculated',
      hint: 'By stop: each stop has its own monthly fare',
      start: 'distance',
    }),
  },
  {
    baseFarePaise: field.money('Monthly base fare', { hint: 'By distance only', empty: 0 }),
    perKmPaise: field.money('Per km', { hint: 'By distance only', empty: 0 }),
    depositPaise: field.money('Deposit', { hint: 'Once, with the first payment', empty: 0 }),
  },
  { isActive: field.tick('Offered to students', { start: true }) },
  { isDefault: field.tick('Default', { hint: 'Pre-selected in the students’ form; replaces the earlier default' }) },
)

export const fareRefusals = {
  'name-taken': { name: 'A fare with this name already exists' },
  'is-default': { isDefault: 'Make another fare the default; this one then stops being the default' },
}

export const nothingToPay = 'Enter the monthly cost: an amount, a rate per km, or both'

/** Monthly fare of vehicles without a fee of their own, and the discount for paying a year at once. */
export const tariffForm = form('tariff', {
  basePaise: field.money('Monthly base fare', { name: 'base_fare', empty: 0 }),
  perKmPaise: field.money('Per km', { empty: 0 }),
  depositPaise: field.money('Deposit', { hint: 'Once, with the first payment', empty: 0 }),
  annualDiscountPercent: field.whole('Annual discount (%)', {
    name: 'annual_discount',
    required: 'Enter the discount in percent',
    hint: 'The quarterly discount is 5 percent',
    max: 50,
    control: { inputMode: 'numeric', maxLength: 2 },
  }),
})
