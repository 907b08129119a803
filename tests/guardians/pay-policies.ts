import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

/** What a guardian pays for the children, and what comes of it. */
export const guardianPayPolicies: Record<string, Policy> = {
  'routes/guardians+/_shell+/pay': {
    get: 'guardian',
    post: 'guardian',
    at: () => '/guardians/pay',
    body: (things) => ({ form_key: randomUUID(), due: things.due.publicId }),
    notAcceptedBecause: 'the link is made by the provider (a flow shows it)',
  },
  'routes/guardians+/_shell+/payments+/index': { get: 'guardian', at: () => '/guardians/payments' },
  'routes/guardians+/_shell+/payments+/$id.index': {
    get: 'guardian',
    at: (things) => `/guardians/payments/${things.familyPayment}`,
  },
  'routes/guardians+/payments+/$id.return': {
    get: 'everyone',
    at: (things) => `/guardians/payments/${things.familyPayment}/return?razorpay_signature=false`,
    // The provider's signature proves a return, no session; a false one proves nothing, whoever sends it.
    verdict: () => 400,
    idIsPublic: true,
  },
  'routes/guardians+/_shell+/receipts+/$id': {
    get: 'guardian',
    at: (things) => `/guardians/receipts/${things.receipt}`,
  },
}
