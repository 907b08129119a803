import { m } from '~/language/paraglide/messages'
import { findSettings } from '~/models/core/schools/settings.server'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'

type Refusal = Extract<Awaited<ReturnType<typeof startOnlinePayment>>, { ok: false }>['reason']

const refusals = {
  'not-found': m.payments_gone,
  'already-paid': m.payments_gone,
  waiting: m.payments_declared,
  'part-not-allowed': m.payments_part_not_allowed,
  'part-too-large': m.payments_part_large,
  'too-small': m.payments_too_small,
  'not-configured': m.payments_not_available_text,
  'provider-down': m.payments_provider_down,
}

/**
 * Reason for refusing the selected dues, in the reader's language. `scope` identifies the school whose minimum part
 * payment may apply.
 */
export async function payRefusal(scope: StudentScope, reason: Refusal): Promise<string> {
  if (reason !== 'part-too-small') return refusals[reason]()
  const { partPaymentMinimumPaise } = await findSettings(scope)
  const amount = formatPaise(Math.max(1, partPaymentMinimumPaise), { style: 'short' })
  return m.payments_part_small({ amount })
}
