import { isPublicId } from '~/models/core/shared/public-id.server'
import { studentScope, systemActor, visitorScope } from '~/models/core/shared/scope.server'
import {
  findCarrierOwner,
  findPaymentOwner,
  settleFromCallback,
} from '~/models/money/ledger/online/provider-news.server'
import { recordSuspicion } from './suspicion-log.server'

const names = {
  paymentId: 'razorpay_payment_id',
  linkId: 'razorpay_payment_link_id',
  referenceId: 'razorpay_payment_link_reference_id',
  status: 'razorpay_payment_link_status',
  signature: 'razorpay_signature',
} as const

type Parameters = Record<keyof typeof names, string>

/**
 * Provider's parameters in a callback's address; null when there are none, as when the payer returns without paying.
 */
function callbackParameters(query: URLSearchParams): Parameters | null {
  if (![...query.keys()].some((name) => name.startsWith('razorpay_'))) return null
  const entries = Object.entries(names).map(([key, name]) => [key, query.get(name) ?? ''])
  return Object.fromEntries(entries) as Parameters
}

/**
 * Settles the payment that the provider's callback reports. Needs no session, because the payer's session may have
 * ended in the meantime. The signature proves the payment, and the student of the payment is the scope. Returns
 * `unpaid` for an address without parameters.
 */
export function receiveCallback(request: Request, paymentId: string | undefined) {
  return receive(request, paymentId, findPaymentOwner)
}

/** Same as `receiveCallback`, but for a guardian's basket: the scope is the child whose payment carries the link. */
export function receiveFamilyCallback(request: Request, basketId: string | undefined) {
  return receive(request, basketId, findCarrierOwner)
}

async function receive(request: Request, publicId: string | undefined, findOwner: typeof findPaymentOwner) {
  const parameters = callbackParameters(new URL(request.url).searchParams)
  if (!parameters) return 'unpaid'
  const owner = isPublicId(publicId) ? await findOwner(visitorScope(), publicId) : null
  if (!owner) return 'not-found'
  const settled = await settleFromCallback(
    studentScope(owner.schoolId, owner.studentId, systemActor),
    owner.publicId,
    parameters,
  )
  if (settled.ok) return settled.value.state === 'paid' ? 'settled' : 'waiting'
  if (settled.reason === 'provider-down') return 'waiting'
  if (settled.reason === 'tampered') await recordSuspicion('forged-payment', 'callback', owner.schoolId)
  return settled.reason
}
