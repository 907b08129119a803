import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isDay } from '~/models/shared/calendar'
import { mostDuesOfAPayment, offlineMethods } from './options'

const stale = { error: () => m.payments_form_stale() }

/** The once-only key that a page put into its form; anything else was not made by a page of ours. */
const formKey = z.string(stale).regex(/^[\w-]{8,40}$/, stale)

/** Paying online says nothing but "this form": who, what and how much are the server's to know. */
export const payOnlineSchema = z.object({ form_key: formKey })

// The counter's form is the office's only, so its words are English.
const optionalText = (longest: number) => z.string().trim().max(longest, `Use at most ${longest} characters`).optional()

/** A payment at the counter. The amount is what the page showed: the ledger refuses it when the balance is another by now. */
export function offlinePaymentSchema({ today }: { today: string }) {
  return z
    .object({
      form_key: formKey,
      due: z
        .array(z.string().regex(/^[2-9b-z]{12}$/, 'Choose what is being paid'), 'Choose what is being paid')
        .min(1, 'Choose what is being paid')
        .max(mostDuesOfAPayment, `Choose at most ${mostDuesOfAPayment}`),
      amount_paise: z.coerce.number('Open the page again').int('Open the page again').positive('Open the page again'),
      method: z.enum(offlineMethods, 'Choose how it was paid'),
      paid_on: z
        .string('Payment date is required')
        .trim()
        .refine((day) => isDay(day) && day >= '2000-01-01', { error: 'Enter a date as yyyy-mm-dd', abort: true })
        .refine((day) => day <= today, 'The date cannot be in the future'),
      reference: optionalText(80),
      remarks: optionalText(200),
    })
    .refine((given) => given.method === 'cash' || given.reference !== undefined, {
      path: ['reference'],
      error: 'Enter the cheque number or the bank’s reference',
    })
}
