import { m } from '~/language/paraglide/messages'
import type { PaymentMethod } from './payment-methods'

export const methodWords: Record<PaymentMethod, typeof m.receipt_method_online> = {
  online: m.receipt_method_online,
  cash: m.receipt_method_cash,
  cheque: m.receipt_method_cheque,
  upi: m.receipt_method_upi,
  bank_transfer: m.receipt_method_bank_transfer,
  demand_draft: m.receipt_method_demand_draft,
  card: m.receipt_method_card,
}
