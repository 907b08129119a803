import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RefundDecisionForm } from '~/components/hostel-decisions/refund-decision-form'
import { VerbPage } from '~/components/hostel-decisions/verb-page'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { foundOr404 } from '~/http/guards.server'
import { decisionView, requireApplication } from '~/http/hostel-application.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { decideRefund, heldOf } from '~/models/hostels/decide-refund.server'
import { refundDecisionSchema } from '~/models/hostels/decision-schema'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Decide the refund', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'payments:correct')
  return {
    ...decisionView(application, 'refund'),
    ...(await heldOf(staff.scope, application)),
    asksPassword: !isPasswordFresh(staff),
  }
}

const refusals = {
  'nothing-open': 'It was decided meanwhile.',
  'link-open':
    'The student has an open online payment for this place. It ends by itself within half an hour; decide then.',
  'rest-owed':
    'Rent of a month that is not paid in full cannot go back while the rest is owed. Enter nothing for that month.',
  'not-paid': 'A part of this money cannot be given back any more. Open the page again.',
  'too-small': 'Razorpay returns no less than ₹1: enter more, or nothing.',
  'too-much': 'A part of this money has gone back meanwhile. Open the page again.',
  'one-capture-at-a-time':
    'A payment was captured in two goes, and Razorpay returns at most what came in one. Refund it in two parts among the collections, and enter nothing for it here.',
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'payments:correct')
  const form = await parseForm(args.request, refundDecisionSchema, { secret: ['password'] })
  if (!form.ok) return form.reply()
  const { password, ...decision } = form.value
  const { held } = await heldOf(staff.scope, application)
  const most = new Map(held.map((due) => [due.duePublicId, due.heldPaise]))
  const tooMuch = decision.amounts.filter(({ duePublicId, amountPaise }) => amountPaise > (most.get(duePublicId) ?? 0))
  if (tooMuch.length > 0) {
    return form.refuse(
      null,
      Object.fromEntries(tooMuch.map(({ duePublicId }) => [`amounts.d${duePublicId}`, ['Not so much is held of it']])),
    )
  }
  const wrongPassword = await passwordRefusal(args.request, staff, password)
  if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  const outcome = await decideRefund(staff.scope, application.publicId, decision)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.hostelApplication(application.publicId), {
      type: 'success',
      title: 'Decided!',
      message:
        outcome.value > 0 ? `${formatPaise(outcome.value, { style: 'exact' })} goes back.` : 'Nothing goes back.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'say-how':
      return form.refuse(null, { given_by: ['Choose how it is given back'] })
    case 'say-why':
      return form.refuse(null, { remarks: ['Enter what is deducted and why'] })
    default:
      return form.refuse(refusals[outcome.reason])
  }
}

export default function HostelRefundPage() {
  const { id, context, obstacle, held, owedPaise, loweredPaise, asksPassword } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage title="Decide the refund" id={id} context={context} obstacle={obstacle}>
      <RefundDecisionForm
        id={id}
        money={{ held, owedPaise, loweredPaise }}
        asksPassword={asksPassword}
        lastResult={lastResult}
      />
    </VerbPage>
  )
}
