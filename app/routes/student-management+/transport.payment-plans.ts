import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { paymentPlans } from '~/models/money/transport/options'
import { planPrice } from '~/models/money/transport/rules'
import { findTariff } from '~/models/money/transport/tariff.server'
import { planView } from '~/models/money/transport/words.server'
import { nothingToRead, transportCall } from './__transport-calls.server'

export const loader = nothingToRead

const input = z.object({ total_fare: z.coerce.number().positive().max(1_00_000) })

/**
 * Payment plans for a monthly fare (hostel and transport specification, section 7), in rupees. Only an estimate: dues
 * never use these amounts.
 */
export const action = transportCall(input, async (scope, { total_fare: totalFare }) => {
  const { annualDiscountPercent } = await findTariff(scope)
  const plans = paymentPlans.map((plan) => {
    const price = planPrice(plan, Math.round(totalFare * 100), annualDiscountPercent)
    const { name, rhythm } = planView(price)
    return {
      type: plan,
      name,
      amount: price.periodPaise / 100,
      discount: price.savedPaise / 100,
      discount_percentage: price.discountPercent,
      savings: price.savedPaise / 100,
      description: rhythm,
      installments: price.instalments,
      installment_amount: price.periodPaise / 100,
    }
  })
  return { success: true, message: m.transport_plans(), data: { plans } }
})
