import { z } from 'zod'
import { isDay } from '~/models/core/shared/calendar'
import { formatPaise, parseRupees } from '~/models/core/shared/money'
import { feeNameLength, headKinds, maxHeads, maxInstalments, smallestAmountPaise } from './options'
import { sumOf } from './rules'

// Only the office uses the fee form, so its texts are English.
function text(missing: string) {
  return z.string(missing).trim().min(1, missing).max(feeNameLength, `Use at most ${feeNameLength} characters`)
}

/** Public id; the pattern avoids look-ups of impossible ids. */
const id = (invalid: string) => z.string(invalid).regex(/^[2-9b-z]{12}$/, invalid)

const amount = z
  .string('Enter an amount in rupees')
  .trim()
  .min(1, 'Enter an amount in rupees')
  .transform((input, context) => {
    const paise = parseRupees(input)
    if (paise === null) context.addIssue('Enter an amount in rupees, such as 12,500 or 12500.50')
    else if (paise < smallestAmountPaise) context.addIssue('The amount must be at least ₹1')
    return paise ?? z.NEVER
  })

const day = z
  .string('Due date is required')
  .trim()
  .min(1, 'Due date is required')
  .refine(
    (input) => input === '' || (isDay(input) && input >= '1990-01-01' && input <= '2099-12-31'),
    'Enter a date as yyyy-mm-dd',
  )

const head = z.object({ kind: z.enum(headKinds, 'Choose a kind'), name: text('Name is required'), amount })
const instalment = z.object({ title: text('Title is required'), due_on: day, amount })

/**
 * New terms of a fee that has payments, so that no heads or instalments can be added or removed. `unpaid`: number of
 * unpaid dues that the preview showed; `seen`: `markOfTerms` of the previewed terms.
 */
export const feeTermsSchema = z
  .object({
    name: text('Fee name is required'),
    heads: z.array(z.object({ amount })).max(maxHeads).default([]),
    instalments: z.array(instalment).max(maxInstalments).default([]),
    unpaid: z.coerce.number().int().min(0).optional(),
    seen: z.string().optional(),
  })
  .transform(({ name, heads, instalments, unpaid, seen }, context) => {
    const headAmounts = heads.map((head) => head.amount)
    const rows = instalments.map(rowOf)
    const headsPaise = headAmounts.reduce((sum, paise) => sum + paise, 0)
    sayDifference(rows, headsPaise, context)
    return { unpaid, seen, terms: { name, headAmounts, instalments: rows } }
  })

/** Returns dates and amounts as one text, to compare them with the previewed ones. */
export const markOfTerms = ({ headAmounts, instalments }: z.output<typeof feeTermsSchema>['terms']) =>
  [...headAmounts, ...instalments.map(({ dueOn, amountPaise }) => `${dueOn}:${amountPaise}`)].join(',')

const rowOf = ({ amount: amountPaise, due_on: dueOn, title }: z.output<typeof instalment>) => ({
  title,
  dueOn,
  amountPaise,
})

function sayDifference(rows: ReadonlyArray<{ amountPaise: number }>, headsPaise: number, context: z.RefinementCtx) {
  const difference = sumOf(rows) - headsPaise
  if (difference === 0) return
  const path = ['instalments', rows.length - 1, 'amount']
  context.addIssue({ code: 'custom', path, message: differenceText(difference, headsPaise) })
}

/** Fee form without its empty rows; heads and instalments must have the same sum. */
export const feeSchema = z
  .object({
    name: text('Fee name is required'),
    academic_session: id('Select a valid academic session'),
    class: id('Select a valid class'),
    heads: z.array(head).min(1, 'Enter at least one head with its amount').max(maxHeads),
    instalments: z.array(instalment).min(1, 'Enter at least one instalment').max(maxInstalments),
  })
  .transform(({ heads, instalments, ...fee }, context) => {
    const value = {
      ...fee,
      heads: heads.map(({ amount: amountPaise, ...rest }) => ({ ...rest, amountPaise })),
      instalments: instalments.map(rowOf),
    }
    sayDifference(value.instalments, sumOf(value.heads), context)
    return value
  })

export type FeeFields = z.output<typeof feeSchema>

function differenceText(differencePaise: number, headsPaise: number): string {
  const size = formatPaise(Math.abs(differencePaise), { style: 'short' })
  const total = formatPaise(headsPaise, { style: 'short' })
  return `The instalments come to ${size} ${differencePaise > 0 ? 'more' : 'less'} than the heads (${total})`
}
