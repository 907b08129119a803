import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

/** Payments of a guardian for the children, and their receipts. */
export const guardianPayPolicies: Record<string, Policy> = {
  'routes/guardians+/_shell+/pay': {
    get: 'guardian',
    post: 'guardian',
    body: (things) => ({ form_key: randomUUID(), due: things.due.publicId }),
    notAcceptedBecause: 'the link is made by the provider (a flow shows it)',
  },
  'routes/guardians+/_shell+/payments+/index': { get: 'guardian' },
  'routes/guardians+/_shell+/payments+/$id.index': { get: 'guardian', ids: (things) => [things.familyPayment] },
  'routes/guardians+/payments+/$id.return': {
    get: 'everyone',
    ids: (things) => [things.familyPayment],
    query: () => 'razorpay_signature=false',
    // The provider's signature, not the session, authenticates a payer's return, so a false one fails for every actor.
    verdict: () => 400,
    idIsPublic: true,
  },
  'routes/guardians+/_shell+/receipts+/$id': { get: 'guardian', ids: (things) => [things.receipt] },
}
