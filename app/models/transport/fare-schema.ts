import { z } from 'zod'
import { atOnce } from '~/models/schools/point-fields'
import { parseRupees } from '~/models/shared/money'
import { fareBases, fareNameLength, largestAmountPaise, largestDiscountPercent } from './options'

// The office's forms are English.

/** Rupees as typed, in paise; nothing typed is nothing owed. */
const amount = z
  .string()
  .trim()
  .optional()
  .transform((typed, context) => {
    if (!typed) return 0
    const paise = parseRupees(typed)
    if (paise === null || paise < 0) context.addIssue('Enter an amount in rupees, such as 1,000 or 45.50')
    else if (paise > largestAmountPaise) context.addIssue('The amount must be at most ₹1,00,000')
    return paise ?? z.NEVER
  })

const nothingToPay = 'Enter the monthly cost: an amount, a rate per km, or both'

/** Asked `atOnce`: an amount that could not be read is not zero. */
function costsNothing(typed: { base_fare: unknown; per_km: unknown }): boolean {
  return typed.base_fare === 0 && typed.per_km === 0
}

/** A fare structure as typed; paise of a month. By stop the amounts of a month are those of the stops. */
export const fareStructureSchema = z
  .object({
    name: z
      .string('Fare name is required')
      .trim()
      .min(1, 'Fare name is required')
      .max(fareNameLength, `Use at most ${fareNameLength} characters`),
    basis: z.enum(fareBases, 'Choose how it is calculated'),
    base_fare: amount,
    per_km: amount,
    deposit: amount,
    is_default: z.boolean().default(false),
    is_active: z.boolean().default(false),
  })
  .superRefine((typed, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (typed.basis === 'distance' && costsNothing(typed)) say('base_fare', nothingToPay)
    if (typed.is_default === true && typed.is_active === false)
      say('is_default', 'The default fare must be offered: to stop offering fares, untick both')
  }, atOnce)
  .transform((typed) => ({
    name: typed.name,
    basis: typed.basis,
    baseFarePaise: typed.basis === 'stop' ? 0 : typed.base_fare,
    perKmPaise: typed.basis === 'stop' ? 0 : typed.per_km,
    depositPaise: typed.deposit,
    isDefault: typed.is_default,
    isActive: typed.is_active,
  }))

export type FareStructureFields = z.output<typeof fareStructureSchema>

/** The tariff of vehicles without a fee of their own, as typed. */
export const tariffSchema = z
  .object({
    base_fare: amount,
    per_km: amount,
    deposit: amount,
    annual_discount: z
      .string('Enter the discount in percent')
      .trim()
      .regex(/^\d{1,2}$/, `Enter a whole number from 0 to ${largestDiscountPercent}`)
      .transform(Number)
      .refine(
        (percent) => percent <= largestDiscountPercent,
        `Enter a whole number from 0 to ${largestDiscountPercent}`,
      ),
  })
  .refine((typed) => !costsNothing(typed), { path: ['base_fare'], message: nothingToPay, ...atOnce })
  .transform((typed) => ({
    basePaise: typed.base_fare,
    perKmPaise: typed.per_km,
    depositPaise: typed.deposit,
    annualDiscountPercent: typed.annual_discount,
  }))
