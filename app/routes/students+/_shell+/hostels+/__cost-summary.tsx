import { DefinitionList } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import type { RoomCost } from '~/models/money/hostels/rules'

const money = (paise: number) => formatPaise(paise, { style: 'short' })

/** First payment and monthly cost of a bed, by the rule by which the ledger charges them. */
export function CostSummary({ cost }: { cost: RoomCost }) {
  return (
    <DefinitionList
      items={[
        { label: m.payments_part_rent(), value: money(cost.rentPaise) },
        { label: m.payments_part_deposit(), value: money(cost.depositPaise) },
        { label: m.payments_part_meals(), value: cost.mealPaise === 0 ? m.room_meals_none() : money(cost.mealPaise) },
        { label: m.payments_part_fee(), value: money(cost.feePaise) },
        { label: m.hostels_first_payment(), value: <strong>{money(cost.firstPaise)}</strong> },
        { label: m.hostels_each_month(), value: money(cost.monthlyPaise) },
      ]}
    />
  )
}
