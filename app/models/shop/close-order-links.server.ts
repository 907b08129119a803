import { inTransaction } from '~/database/transaction.server'
import { closeLink } from '~/models/ledger/close-link.server'
import { type LedgerScope, openOnlinePayments } from '~/models/ledger/locks.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'

/**
 * Makes sure that the due of an order can no longer be paid through a link that is open: it is closed at the provider first, so that
 * nobody pays for what is sold to another. Refuses `provider-down`.
 */
export async function closeOrderLinks(scope: LedgerScope, dueId: number): Promise<Outcome<undefined, 'provider-down'>> {
  const open = await inTransaction((tx) => openOnlinePayments(scope, [dueId], tx))
  if (open.length === 0) return done()
  const provider = await findProvider(scope)
  for (const paymentId of open) {
    const closed = await closeLink(scope, provider, paymentId)
    if (!closed.ok) return refused('provider-down')
  }
  return done()
}
