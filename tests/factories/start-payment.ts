import { startOnlinePayment } from '~/models/ledger/start-online-payment.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { unique } from './insert'
import { readPayment } from './paying'

/** A once-only form key that no other test uses. */
export const newFormKey = () => `form-${unique()}`

/** Starts paying dues online; answers the payment with its link's id at the provider. */
export async function startPayment(scope: StudentScope, dueIds: readonly string[], formKey = newFormKey()) {
  const outcome = await startOnlinePayment(scope, { dueIds, formKey })
  if (!outcome.ok) throw new Error(`Not started: ${outcome.reason}`)
  const { linkId } = await readPayment(outcome.value.paymentId)
  return { publicId: outcome.value.paymentId, linkId }
}
