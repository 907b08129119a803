import type { LedgerScope } from '~/models/ledger/locks.server'
import { withLinksClosed as withDuesClosed } from '~/models/ledger/payment-links.server'
import type { Outcome } from '~/models/shared/outcome'
import { chargesOf } from './charges.server'
import { TransportApplication } from './tables.server'

/** As the ledger's, for the links of everything that an application raised. */
export function withLinksClosed<Value, Reason extends string>(
  scope: LedgerScope,
  publicId: string,
  work: () => Promise<Outcome<Value, Reason | 'link-open'>>,
): Promise<Outcome<Value, Reason | 'provider-down'>> {
  return withDuesClosed(scope, () => duesOf(scope, publicId), work)
}

async function duesOf(scope: LedgerScope, publicId: string): Promise<number[]> {
  const application = await TransportApplication.findOne({
    attributes: ['id', 'studentId', 'kind'],
    where: { schoolId: scope.schoolId, publicId },
    raw: true,
  })
  const charges = application ? await chargesOf(scope, application) : []
  return charges.map((charge) => charge.dueId)
}
