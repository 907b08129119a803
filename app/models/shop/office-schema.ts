import { z } from 'zod'
import { offlineMethods } from '~/models/ledger/options'
import { optionalText } from '~/models/shared/decision-schema'
import { plainBreaks } from '~/models/shared/text'
import { maxReasonLength, maxStock } from './options'

// The office's forms are English.
const stale = 'Open the page again'
const formKey = z.string(stale).regex(/^[\w-]{8,40}$/, stale)
const paise = z.coerce.number(stale).int(stale).min(0, stale)
const atMost = (longest: number) => `Use at most ${longest} characters`

/** Pieces that came, or that are lost or damaged. */
export const stockSchema = z
  .object({
    form_key: formKey,
    variant: z.string('Choose the size').regex(/^[2-9b-z]{12}$/, 'Choose the size'),
    what: z.enum(['received', 'lost'], 'Choose what happened'),
    quantity: z
      .string('Enter how many')
      .trim()
      .min(1, 'Enter how many')
      .regex(/^\d{1,9}$/, 'Enter a whole number from 1')
      .transform(Number)
      .refine((count) => count >= 1, 'Enter a whole number from 1')
      .refine((count) => count <= maxStock, `Enter at most ${maxStock}`),
    reason: optionalText(200),
  })
  .refine(({ what, reason }) => what === 'received' || reason !== null, {
    path: ['reason'],
    error: 'Enter what happened to them',
  })

/** Why an order is cancelled; where something is paid also what goes back and how. */
export function cancellationSchema({ hasOfficeMoney }: { hasOfficeMoney: boolean }) {
  return z
    .object({
      reason: z
        .string('Enter the reason')
        .trim()
        .overwrite(plainBreaks)
        .min(3, 'Enter the reason')
        .max(maxReasonLength, atMost(maxReasonLength)),
      given_paise: paise,
      given_by: z.enum(offlineMethods, 'Choose the refund method').optional(),
      given_reference: optionalText(80),
      password: z.string().optional().default(''),
    })
    .refine((given) => !hasOfficeMoney || given.given_by !== undefined, {
      path: ['given_by'],
      error: 'Choose the refund method',
    })
}

/** Who takes the goods, and what is paid for them at the counter where something is owed. */
export function handOverSchema({ isOwed }: { isOwed: boolean }) {
  return z
    .object({
      form_key: formKey,
      to: z.string('Enter who collects it').trim().min(2, 'Enter who collects it').max(120, atMost(120)),
      amount_paise: paise.default(0),
      method: z.enum(offlineMethods, 'Choose how it is paid').optional(),
      reference: optionalText(80),
      repeats_reference: z.literal('on').optional(),
    })
    .refine((given) => !isOwed || given.method !== undefined, { path: ['method'], error: 'Choose how it is paid' })
    .refine((given) => !isOwed || given.method === 'cash' || given.method === undefined || given.reference !== null, {
      path: ['reference'],
      error: 'Enter the cheque number or the bank’s reference',
    })
}
