import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { dueBalance } from '~/models/ledger/rules'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { handOverOrder } from '~/models/shop/hand-over-order.server'
import { findOrder } from '~/models/shop/office-orders.server'
import { handOverSchema } from '~/models/shop/office-schema'
import { orderNumber } from '~/models/shop/rules'
import { HandOverForm } from './__hand-over-form'

export const handle = pageTitle(() => 'Hand over the order', { hasForm: true })

async function readForHandOver(scope: SchoolScope, id: string | undefined) {
  const order = foundOr404(isPublicId(id) ? await findOrder(scope, id) : null)
  return { order, owedPaise: order.due?.state === 'open' ? dueBalance(order.due) : 0 }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:handle')
  const { order, owedPaise } = await readForHandOver(scope, params.id)
  return {
    id: order.publicId,
    number: orderNumber(order),
    student: order.studentName,
    place: order.place,
    pieces: order.pieces,
    owedPaise,
    isReady: order.state === 'packed',
    formKey: randomUUID(),
  }
}

const refusals = {
  over: 'It was handed over or cancelled in the meantime.',
  'not-packed': 'Only a packed order can be handed over.',
  unpaid: 'It is not paid in full.',
  'wrong-amount': 'The amount owed has changed in the meantime. Check the amount below and send the form again.',
  'provider-down':
    'The student has an open online payment for this, and Razorpay did not answer when we tried to close it. Nothing was recorded. Try again in a minute; it expires by itself within half an hour.',
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:handle')
  const { order, owedPaise } = await readForHandOver(scope, params.id)
  const form = await parseForm(request, handOverSchema({ isOwed: owedPaise > 0 }))
  if (!form.ok) return form.reply()
  const { to, method, amount_paise, reference, repeats_reference, form_key } = form.value
  const outcome = await handOverOrder(scope, order.publicId, {
    to,
    money: method
      ? {
          method,
          amountPaise: amount_paise,
          reference,
          repeatsReference: repeats_reference === 'on',
          formKey: form_key,
        }
      : null,
  })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.order(order.publicId), {
      type: 'success',
      title: 'Handed over!',
      message: outcome.value.receiptId ? 'The payment is recorded; its receipt is listed under Money.' : undefined,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'reference-used') {
    return form.refuse(null, {
      reference: ['A payment with this reference is already recorded'],
      repeats_reference: ['Check Collections first; tick this if it is really another payment'],
    })
  }
  return form.refuse(refusals[outcome.reason])
}

export default function HandOverPage() {
  const view = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Hand over order ${view.number}`}
        context={[view.student, view.place, `${view.pieces} pieces`].filter(Boolean).join(', ')}
      />
      {view.isReady ? (
        <HandOverForm {...view} lastResult={lastResult} />
      ) : (
        <div className="card">
          <Alert tone="bad" title="It cannot be handed over">
            <p>Only an order that is packed, and neither handed over nor cancelled, can be handed over.</p>
          </Alert>
          <p className="actions">
            <ButtonLink href={schoolPaths.order(view.id)} variant="secondary">
              Back
            </ButtonLink>
          </p>
        </div>
      )}
    </>
  )
}
