import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { refuseTransfer } from '~/models/ledger/declared-payments.server'
import { findPayment } from '~/models/ledger/queries.server'
import { reasonSchema } from '~/models/ledger/schema'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Refuse a transfer', { hasForm: true })

const decided = 'This transfer is confirmed or refused already.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const waits = payment.method !== 'online' && payment.state === 'pending'
  return {
    id: payment.publicId,
    student: payment.student.name,
    amountPaise: payment.amountPaise,
    obstacle: waits ? null : decided,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const form = await parseForm(request, reasonSchema)
  if (!form.ok) return form.reply()
  const refusal = await refuseTransfer(scope, { paymentId: payment.publicId, reason: form.value.reason })
  if (!refusal.ok) return form.refuse(decided)
  return redirectWithToast(schoolPaths.transfers, {
    type: 'success',
    title: 'Updated!',
    message: 'The transfer is refused; its dues are owed as before.',
  })
}

export default function RefuseTransferPage() {
  const { id, student, amountPaise, obstacle } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Was this money not received?"
        context={`${formatPaise(amountPaise, { style: 'exact' })} declared by ${student}`}
      />
      <ReasonForm
        obstacle={obstacle}
        submit="Refuse the transfer"
        backHref={obstacle ? schoolPaths.transfers : schoolPaths.transfer(id)}
        lastResult={useActionData<typeof action>()}
      >
        <p>Nothing was settled by it, and nothing will be. The student is told the reason by notice and mail.</p>
      </ReasonForm>
    </>
  )
}
