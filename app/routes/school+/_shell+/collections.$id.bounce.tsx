import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { redirectWithToast } from '~/http/toast.server'
import { bounceCheque } from '~/models/ledger/bounce-cheque.server'
import { findPayment } from '~/models/ledger/queries.server'
import { reasonSchema } from '~/models/ledger/schema'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Cheque bounced', { hasForm: true })

const obstacles = {
  'not-a-cheque': 'This payment was not made by cheque.',
  'not-paid': 'The cheque has bounced already, or money was given back.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const obstacle =
    payment.method !== 'cheque' ? obstacles['not-a-cheque'] : payment.state === 'paid' ? null : obstacles['not-paid']
  return {
    id: payment.publicId,
    student: payment.student.name,
    reference: payment.reference,
    amountPaise: payment.amountPaise,
    receipt: payment.receipt?.number ?? null,
    obstacle,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const paymentId = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, reasonSchema)
  if (!form.ok) {
    foundOr404(await findPayment(scope, paymentId))
    return form.reply()
  }
  const bounced = await bounceCheque(scope, { paymentId, reason: form.value.reason })
  if (!bounced.ok) {
    if (bounced.reason === 'not-found') throw new Response(null, { status: 404 })
    return form.refuse(obstacles[bounced.reason])
  }
  return redirectWithToast(paths.school.payment(paymentId), {
    type: 'success',
    title: 'Updated!',
    message: 'The cheque is marked as bounced; its dues are owed again.',
  })
}

export default function BouncePage() {
  const { id, student, reference, amountPaise, receipt, obstacle } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Has the bank returned this cheque?"
        context={`${formatPaise(amountPaise, { style: 'exact' })} from ${student}${reference ? `, cheque ${reference}` : ''}`}
      />
      <ReasonForm
        obstacle={obstacle}
        submit="Mark as bounced"
        backHref={paths.school.payment(id)}
        lastResult={useActionData<typeof action>()}
      >
        <p>
          What it paid is owed again, and receipt {receipt} is cancelled; it keeps its number. This cannot be undone: if
          the cheque is paid in the end, record a new payment.
        </p>
      </ReasonForm>
    </>
  )
}
