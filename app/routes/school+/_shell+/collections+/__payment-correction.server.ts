import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findPayment, type PaymentView } from '~/models/ledger/queries.server'
import { reasonSchema } from '~/models/ledger/schema'
import type { Outcome } from '~/models/shared/outcome'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** A bounced cheque and a payment recorded by mistake are taken back alike: a question, a reason, one way to say no. */
interface Correction<Reason extends string> {
  obstacles: Record<Reason, string>
  /** Why this payment cannot be taken back so; null when it can. */
  obstacleOf: (payment: PaymentView) => Reason | null
  correct: (
    scope: SchoolScope,
    wish: { paymentId: string; reason: string },
  ) => Promise<Outcome<unknown, Reason | 'not-found'>>
  /** Said when it is done. */
  message: string
}

/** What the page of a correction shows. @throws Response 404 */
export async function readCorrection<Reason extends string>(
  { context, request, params }: LoaderFunctionArgs,
  { obstacles, obstacleOf }: Correction<Reason>,
) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const obstacle = obstacleOf(payment)
  return {
    id: payment.publicId,
    student: payment.student.name,
    reference: payment.reference,
    amountPaise: payment.amountPaise,
    receipt: payment.receipt?.number ?? null,
    obstacle: obstacle && obstacles[obstacle],
  }
}

/** Takes the payment back for the reason given. @throws Response 404 */
export async function takeCorrection<Reason extends string>(
  { context, request, params }: ActionFunctionArgs,
  { obstacles, correct, message }: Correction<Reason>,
) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const paymentId = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, reasonSchema)
  if (!form.ok) {
    foundOr404(await findPayment(scope, paymentId))
    return form.reply()
  }
  const outcome = await correct(scope, { paymentId, reason: form.value.reason })
  if (outcome.ok)
    return redirectWithToast(schoolPaths.payment(paymentId), { type: 'success', title: 'Updated!', message })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(obstacles[outcome.reason])
}
