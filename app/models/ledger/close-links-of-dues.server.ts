import { inTransaction } from '~/database/transaction.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { closeLink } from './close-link.server'
import { type LedgerScope, openOnlinePayments } from './locks.server'

/**
 * Makes sure that these dues can no longer be paid through a link that is open: it is closed at the provider first, so that nobody pays
 * for what another has by now. Refuses `provider-down`.
 */
export async function closeLinksOfDues(
  scope: LedgerScope,
  dueIds: readonly number[],
): Promise<Outcome<undefined, 'provider-down'>> {
  const open = await inTransaction(() => openOnlinePayments(scope, dueIds))
  if (open.length === 0) return done()
  const provider = await findProvider(scope)
  for (const paymentId of open) {
    const closed = await closeLink(scope, provider, paymentId)
    if (!closed.ok) return refused('provider-down')
  }
  return done()
}
