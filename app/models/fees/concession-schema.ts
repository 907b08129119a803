import { z } from 'zod'
import { parseRupees } from '~/models/shared/money'
import { parsePercent } from './concession-rules'
import { concessionKinds, reasonLength, smallestAmountPaise } from './options'

// Concessions and waivers are the office's only, so their words are English.
const id = (invalid: string) => z.string(invalid).regex(/^[2-9b-z]{12}$/, invalid)

/** Why money is let go: it stands in the audit log. */
export const reasonField = z
  .string('Enter the reason')
  .trim()
  .min(1, 'Enter the reason')
  .max(reasonLength, `Use at most ${reasonLength} characters`)

const percent = z
  .string()
  .transform((typed, context) => {
    const hundredths = parsePercent(typed)
    if (hundredths === null) context.addIssue('Enter a percentage above 0 and up to 100, such as 25 or 12.5')
    return hundredths ?? z.NEVER
  })
  .optional()

const amount = z
  .string()
  .transform((typed, context) => {
    const paise = parseRupees(typed)
    if (paise === null) context.addIssue('Enter an amount in rupees, such as 5,000 or 5000.50')
    else if (paise < smallestAmountPaise) context.addIssue('The amount must be at least ₹1')
    return paise ?? z.NEVER
  })
  .optional()

/** A concession as typed: a percentage or an amount, and an amount only of one fee. */
export const concessionSchema = z
  .object({
    form_key: z.string('Open the page again').regex(/^[\w-]{8,40}$/, 'Open the page again'),
    kind: z.enum(concessionKinds, 'Choose why it is given'),
    academic_session: id('Select a valid academic session'),
    fee: id('Select a valid fee').optional(),
    percent,
    amount,
    reason: reasonField,
  })
  .superRefine((given, context) => {
    const both = given.percent !== undefined && given.amount !== undefined
    const none = given.percent === undefined && given.amount === undefined
    if (both)
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Enter a percentage or an amount, not both' })
    if (none) context.addIssue({ code: 'custom', path: ['percent'], message: 'Enter a percentage or an amount' })
    if (given.amount !== undefined && given.fee === undefined && !both)
      context.addIssue({ code: 'custom', path: ['fee'], message: 'Choose the fee that the amount is taken off' })
  })

export const waiverSchema = z.object({ reason: reasonField })

/** A fee for other classes or another session. */
export const copyFeeSchema = z.object({
  name: z.string('Fee name is required').trim().min(1, 'Fee name is required').max(80, 'Use at most 80 characters'),
  academic_session: id('Select a valid academic session'),
  class: z
    .array(id('Select a valid class'), 'Choose at least one class')
    .min(1, 'Choose at least one class')
    .max(100, 'Choose at most 100 classes'),
})
