import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { waiverSchema } from '~/models/fees/concession-schema'
import { findDue } from '~/models/ledger/fee-account.server'
import { resumeFine, waiveFine } from '~/models/ledger/fines.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import { FineWaiverForm } from './__fine-waiver-form'

export const handle = pageTitle(() => 'Late fine', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const due = foundOr404(isPublicId(params.id) ? await findDue(scope, params.id) : null)
  return {
    id: due.publicId,
    title: `${due.name}: ${due.title}`,
    studentName: due.studentName,
    finePaise: Math.min(due.finePaise, Math.max(0, due.balancePaise)),
    waivedPaise: due.waivedPaise,
    waiverReason: due.waiverReason,
    isBeingPaid: due.isBeingPaid,
  }
}

const underWay = 'A payment is in progress for this. Wait until it is completed, then try again.'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'payments:correct')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const typed = await readForm(request.clone())
  if (typed.get('intent') === 'resume') {
    const outcome = await resumeFine(scope, id)
    if (!outcome.ok && outcome.reason === 'not-found') return foundOr404(null)
    if (!outcome.ok && outcome.reason === 'payment-under-way')
      return data({ status: 'error' as const, error: { '': [underWay] } }, { status: 422 })
    return redirectWithToast(schoolPaths.due(id), {
      type: 'success',
      title: 'Updated!',
      message: 'The fine applies again, counted from the due date.',
    })
  }
  const form = await parseForm(request, waiverSchema)
  if (!form.ok) return form.reply()
  const outcome = await waiveFine(scope, id, form.value.reason)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.due(id), {
      type: 'success',
      title: 'Updated!',
      message: `${formatPaise(outcome.value.waivedPaise, { style: 'short' })} of late fine waived.`,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(outcome.reason === 'no-fine' ? 'No fine is unpaid on it: what is paid stays paid.' : underWay)
}

export default function FineWaiverPage() {
  const due = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Late fine of ${due.title}`} context={due.studentName} />
      <FineWaiverForm lastResult={useActionData<typeof action>()} due={due} backHref={schoolPaths.due(due.id)} />
    </>
  )
}
