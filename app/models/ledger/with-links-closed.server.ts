import { inTransaction } from '~/database/transaction.server'
import { type Outcome, refused } from '~/models/shared/outcome'
import { closeLinksOfDues } from './close-links-of-dues.server'
import type { LedgerScope } from './locks.server'

/** A payment may be started while the link of the one before is closed; more often than this nobody does. */
const rounds = 3

/**
 * Does `work` in a transaction. Where it refuses `link-open`, the payment links of the dues that `dueIds` answers are closed at the
 * provider first, outside of any transaction, so that nobody pays for what is gone; then it is tried again.
 * Refuses as `work` does, and `provider-down`: an open link could not be closed, nothing was changed.
 */
export async function withLinksClosed<Value, Reason extends string>(
  scope: LedgerScope,
  dueIds: () => Promise<readonly number[]>,
  work: () => Promise<Outcome<Value, Reason | 'link-open'>>,
): Promise<Outcome<Value, Reason | 'provider-down'>> {
  for (let round = 0; round < rounds; round++) {
    const worked = await inTransaction(work)
    if (worked.ok) return worked
    if (worked.reason !== 'link-open') return refused(worked.reason as Reason)
    const closed = await closeLinksOfDues(scope, await dueIds())
    if (!closed.ok) return closed
  }
  return refused('provider-down')
}
