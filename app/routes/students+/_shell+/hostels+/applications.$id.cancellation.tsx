import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CancelQuestion } from '~/components/transport/cancel-question'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { cancelOwnApplication } from '~/models/money/hostels/decide/close-application.server'
import { waitingOf } from '~/models/money/hostels/decide/declarations.server'
import { mayCancelStay } from '~/models/money/hostels/rules'
import { declarationsOnceOver } from './__application-status.server'
import { requireOwnApplication } from './__own-hostel-application.server'

export const handle = pageTitle(() => m.room_cancel_question())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnApplication(scope, params.id)
  const { paidPaise, declarations } = application
  const isTransferred = waitingOf(declarations).some((one) => one.method !== 'cash')
  return {
    links: {
      own: paths.student.hostelApplication(application.publicId),
      cancel: paths.student.cancelHostel(application.publicId),
    },
    place: `${application.hostelName}, ${application.roomNumber}`,
    hindrance: mayCancelStay(application)
      ? null
      : application.status === 'approved'
        ? m.room_cancel_moved_in()
        : m.room_cancel_over(),
    texts: [
      m.room_cancel_text(),
      ...(paidPaise > 0 ? [m.room_cancel_paid({ amount: formatPaise(paidPaise, { style: 'short' }) })] : []),
      ...(paidPaise === 0 && !isTransferred ? [m.room_cancel_unpaid()] : []),
      ...declarationsOnceOver(declarations),
    ],
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const cancelled = await cancelOwnApplication(scope, id)
  if (cancelled.ok)
    return redirectWithToast(paths.student.hostelApplication(id), { type: 'success', title: m.room_cancelled() })
  if (cancelled.reason === 'not-found') throw new Response(null, { status: 404 })
  return data({ message: refusals[cancelled.reason]() }, { status: 422 })
}

const refusals = {
  over: m.room_cancel_over,
  'moved-in': m.room_cancel_moved_in,
  'provider-down': m.payments_provider_down,
}

export default function CancelHostelApplicationPage() {
  return <CancelQuestion view={useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
