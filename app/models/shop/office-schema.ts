import { z } from 'zod'
import { offlineMethods } from '~/models/ledger/options'
import { plainBreaks } from '~/models/shared/text'
import { isGstin } from './gstin'
import { cancelReasonLength, largestStock, storeNoteLength } from './options'

// The office's forms are English.
const formKey = z.string('Open the page again').regex(/^[\w-]{8,40}$/, 'Open the page again')
const atMost = (longest: number) => `Use at most ${longest} characters`
const blank = (text: string | undefined) => (text === '' ? null : (text ?? null))

/** How the store is run. */
export const storeSettingsSchema = z
  .object({
    collect_note: z
      .string()
      .trim()
      .overwrite(plainBreaks)
      .max(storeNoteLength, atMost(storeNoteLength))
      .optional()
      .transform(blank),
    cod_allowed: z.boolean().default(false),
    gstin: z
      .string()
      .trim()
      .toUpperCase()
      .refine((text) => text === '' || /^[0-9A-Z]{15}$/.test(text), 'A GSTIN has 15 letters and digits')
      .refine(
        (text) => !/^[0-9A-Z]{15}$/.test(text) || isGstin(text),
        'This is not a valid GSTIN: check each character',
      )
      .optional()
      .transform(blank),
  })
  .transform(({ collect_note, cod_allowed, gstin }) => ({ collectNote: collect_note, codAllowed: cod_allowed, gstin }))

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
      .refine((count) => count <= largestStock, `Enter at most ${largestStock}`),
    reason: z.string().trim().overwrite(plainBreaks).max(200, atMost(200)).optional().transform(blank),
  })
  .refine(({ what, reason }) => what === 'received' || reason !== null, {
    path: ['reason'],
    error: 'Enter what happened to them',
  })

const takes = {
  given_by: z.enum(offlineMethods, 'Choose the refund method').optional(),
  given_reference: z.string().trim().max(80, atMost(80)).optional().transform(blank),
}

/** Why an order is cancelled; where something is paid also what goes back and how. */
export function cancellationSchema({ hasOfficeMoney }: { hasOfficeMoney: boolean }) {
  return z
    .object({
      reason: z
        .string('Enter the reason')
        .trim()
        .overwrite(plainBreaks)
        .min(3, 'Enter the reason')
        .max(cancelReasonLength, atMost(cancelReasonLength)),
      given_paise: z.coerce.number('Open the page again').int('Open the page again').min(0, 'Open the page again'),
      ...takes,
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
      amount_paise: z.coerce
        .number('Open the page again')
        .int('Open the page again')
        .min(0, 'Open the page again')
        .default(0),
      method: z.enum(offlineMethods, 'Choose how it is paid').optional(),
      reference: z.string().trim().max(80, atMost(80)).optional().transform(blank),
      repeats_reference: z.literal('on').optional(),
    })
    .refine((given) => !isOwed || given.method !== undefined, { path: ['method'], error: 'Choose how it is paid' })
    .refine((given) => !isOwed || given.method === 'cash' || given.method === undefined || given.reference !== null, {
      path: ['reference'],
      error: 'Enter the cheque number or the bank’s reference',
    })
}
