import { field, form } from '~/kit/forms/fields'

export const storeForm = form(
  'store settings',
  {
    collectNote: field.lines('Collect at school', 300, {
      hint: 'Where and when goods are handed out; shown with the order and printed on packing slips',
      control: { rows: 3 },
      keep: 'nobody',
    }),
  },
  { codAllowed: field.tick('Cash on delivery', { hint: 'Students may order now and pay when they collect' }) },
  {
    gstin: field.line('GSTIN', 15, {
      hint: 'With a GSTIN, invoices are tax invoices; leave empty if the school has none',
      repair: (input) => input.toUpperCase(),
      pattern: { looks: /^([0-9A-Z]{15})?$/, words: 'A GSTIN has 15 letters and digits' },
      control: { autoComplete: 'off', spellCheck: false },
    }),
  },
)
