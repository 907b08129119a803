import { field, form } from '~/kit/forms/fields'

const stale = 'Open the page again'
const maxPaise = 10_00_00_000_00

/** Hidden field: an amount in paise as the page showed it. */
const shownAmount = {
  read: (input: string) => (/^-?\d{1,13}$/.test(input) ? Number(input) : null),
  show: String,
  words: stale,
}

const notes = (rupees: number) => field.whole(`₹${rupees} notes`, { empty: 0, min: 0, max: 1_00_000, keep: 'accounts' })

/** Cash count by notes; `shownPaise` is the cash received since the last closing as the page showed it. */
export const cashClosingForm = form(
  'cash closing',
  {
    shownPaise: field.typed('Cash taken', { name: 'shown_paise', required: stale, min: -maxPaise, typed: shownAmount }),
  },
  {
    openingPaise: field.money('Opening balance', {
      hint: 'Cash in the box before today’s first payment',
      keep: 'accounts',
      empty: 0,
      min: 0,
      max: maxPaise,
    }),
  },
  { notes500: notes(500), notes200: notes(200), notes100: notes(100) },
  { notes50: notes(50), notes20: notes(20), notes10: notes(10) },
  { coinsPaise: field.money('Coins and small notes together', { empty: 0, min: 0, max: maxPaise, keep: 'accounts' }) },
  {
    handedOverPaise: field.money('Handed over', {
      hint: 'The rest stays in the box for tomorrow',
      keep: 'accounts',
      empty: 0,
      min: 0,
      max: maxPaise,
    }),
    handedTo: field.line('Handed over to', 120, {
      hint: 'Name of the receiver, or the bank',
      keep: 'staff',
      control: { autoComplete: 'off' },
    }),
  },
  {
    remarks: field.line('Remarks', 200, {
      hint: 'Needed if the count differs',
      keep: 'staff',
      control: { autoComplete: 'off' },
    }),
  },
)

const worthPaise = {
  notes500: 500_00,
  notes200: 200_00,
  notes100: 100_00,
  notes50: 50_00,
  notes20: 20_00,
  notes10: 10_00,
} as const

type Counted = Record<keyof typeof worthPaise | 'coinsPaise', number>

export function countedPaise(cashCount: Counted): number {
  const names = Object.keys(worthPaise) as Array<keyof typeof worthPaise>
  return names.reduce((sum, name) => sum + cashCount[name] * worthPaise[name], cashCount.coinsPaise)
}
