import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { FormResult } from '~/components/forms'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent, seeOther } from '~/http/route.server'
import { parseUploadForm } from '~/http/uploads.server'
import { m } from '~/language/paraglide/messages'
import { roomPaymentSchema } from '~/models/money/hostels/apply/apply-schema'
import { roomDuesToPay, roomPaymentGuard, roomPaymentStep } from '~/models/money/hostels/apply/room-payment.server'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { proofRule } from '~/models/money/ledger/counter/proof-rule.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { roomPaymentView } from './__application-status.server'
import { requireApplicant } from './__hostel-wizard.server'
import { requireOwnApplication } from './__own-hostel-application.server'
import { RoomPayment } from './__room-payment'

export const handle = pageTitle(() => m.room_payment_title(), { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnApplication(scope, params.id)
  return roomPaymentView(scope, application)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireApplicant(context, request)
  const application = await requireOwnApplication(scope, params.id)
  const thisPage = paths.student.payHostel(application.publicId)
  const form = await parseUploadForm(request, scope, roomPaymentSchema, { proof: proofRule })
  if (!form.ok) return refusedWith({ result: form.reply().data, title: m.shared_problem() })
  const refuse = (message: string) => refusedWith({ result: form.refuse(message).data, title: m.shared_problem() })
  // Nothing can be paid now: back to the page, which shows whether the bed is paid, waits for the school, or has ended.
  if (roomPaymentStep(application) !== 'review' || roomPaymentGuard(application) !== null) return seeOther(thisPage)
  const { form_key: formKey, method, reference } = form.value
  const dueIds = roomDuesToPay(application).map((due) => due.duePublicId)
  if (method === 'razorpay') {
    const started = await startOnlinePayment(scope, { dueIds, formKey })
    if (started.ok) return seeOther(paths.student.payment(started.value.paymentId))
    const message = onlineErrors[started.reason]?.() ?? m.payments_gone()
    return refusedWith({
      result: form.refuse(message).data,
      title: m.room_order_failed(),
      isOnlineOff: started.reason === 'not-configured',
    })
  }
  if (method === 'bank_transfer' && application.bank === null) return refuse(m.room_method_required())
  const proofKey = form.files.proof[0]?.key ?? null
  const declared = await declareTransfer(scope, { dueIds, method, reference, proofKey, formKey })
  if (declared.ok || declared.reason === 'waiting') return seeOther(thisPage)
  return refuse(declared.reason === 'file-gone' ? m.students_document_expired() : m.payments_gone())
}

type Refusal = {
  result: FormResult
  title: string
  /** The school has no keys of a payment provider, so the page offers no online payment. */
  isOnlineOff?: boolean
}

function refusedWith({ result, title, isOnlineOff = false }: Refusal) {
  return data({ result, title, isOnlineOff }, { status: 422 })
}

/** Messages for the refusals of `startOnlinePayment`. */
const onlineErrors: Partial<Record<string, () => string>> = {
  'provider-down': m.payments_provider_down,
  'not-configured': m.payments_not_available_text,
  'too-small': m.payments_too_small,
  waiting: m.payments_declared,
}

/** Reloads the current dues even after a refusal (422). */
export const shouldRevalidate = () => true

export default function RoomPaymentPage() {
  const view = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return <RoomPayment key={refusal ? 'again' : `${view.step} ${view.waiting.length}`} view={view} refusal={refusal} />
}
