import { z } from 'zod'
import { deductionReasonLength } from '~/models/core/shared/decisions/decision-options'
import { optionalText } from '~/models/core/shared/decisions/decision-schema'
import { offlineMethods } from './payment-methods'
import { rupees, saysWhichRefund, wantedReference, wrongAmount } from './schema'

const amount = rupees((paise, input) => (input === '' || paise !== null ? null : wrongAmount))

const goesNowhere = (amounts: Record<string, number | undefined> = {}) =>
  Object.values(amounts).every((paise) => !paise)

/** Refund of each due: fields `amounts.d` + public id, in rupees; money of an empty field stays with the school. */
export const refundDecisionSchema = z
  .object({
    amounts: z.record(z.string().regex(/^d[2-9b-z]{12}$/), amount.optional()).optional(),
    remarks: optionalText(deductionReasonLength),
    given_by: z.enum(offlineMethods, 'Choose the refund method').optional(),
    given_reference: optionalText(80),
    password: z.string().optional().default(''),
  })
  .refine((values) => goesNowhere(values.amounts) || saysWhichRefund(values), wantedReference)
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
