import { z } from 'zod'
import { offlineMethods } from '~/models/ledger/options'
import { isDay } from '~/models/shared/calendar'
import { parseRupees } from '~/models/shared/money'
import { plainBreaks } from '~/models/shared/text'
import { deductionReasonLength, remarksLength } from './options'

// The office's forms are English.
const atMost = (longest: number) => `Use at most ${longest} characters`
const blank = (text: string | undefined) => (text === '' ? null : (text ?? null))
const optionalText = (longest: number) =>
  z.string().trim().overwrite(plainBreaks).max(longest, atMost(longest)).optional().transform(blank)

/** Remarks of a decision; where `required` somebody has to be told why. */
export function remarksSchema({ required }: { required: boolean }) {
  return z
    .object({ remarks: optionalText(remarksLength) })
    .refine(({ remarks }) => !required || (remarks !== null && remarks.length >= 3), {
      path: ['remarks'],
      error: 'Enter the reason',
    })
}

/** The day on which somebody moved in or out. */
export const moveSchema = z.object({
  day: z
    .string('Enter the date')
    .trim()
    .refine((day) => isDay(day) && day >= '2000-01-01', 'Enter a date as yyyy-mm-dd'),
})

const amount = z
  .string()
  .trim()
  .transform((typed, context) => {
    if (typed === '') return 0
    const paise = parseRupees(typed)
    if (paise === null) context.addIssue({ code: 'custom', message: 'Enter an amount such as 1,250 or 1250.50' })
    return paise ?? 0
  })

/** What goes back of each due: fields `amounts.d` + public id, in rupees; one that is empty stays with the school. */
export const refundDecisionSchema = z
  .object({
    amounts: z.record(z.string().regex(/^d[2-9b-z]{12}$/), amount.optional()).optional(),
    remarks: optionalText(deductionReasonLength),
    given_by: z.enum(offlineMethods, 'Choose how it is given back').optional(),
    given_reference: optionalText(80),
    password: z.string().optional().default(''),
  })
  .transform(({ amounts, remarks, given_by, given_reference, password }) => ({
    amounts: Object.entries(amounts ?? {}).map(([key, paise]) => ({
      duePublicId: key.slice(1),
      amountPaise: paise ?? 0,
    })),
    remarks,
    givenBy: given_by ?? null,
    givenReference: given_reference,
    password,
  }))
