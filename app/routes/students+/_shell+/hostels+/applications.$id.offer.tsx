import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ShortQuestion } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { acceptOffer } from '~/models/money/hostels/decide/approve-application.server'
import { roomCost } from '~/models/money/hostels/rules'
import { requireOwnApplication } from './__own-hostel-application.server'

export const handle = pageTitle(() => m.room_offer_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnApplication(scope, params.id)
  const { offeredUntil, paidPaise } = application
  const isOffered = application.status === 'waitlisted' && application.holdsBed && offeredUntil !== null
  const owedPaise = Math.max(0, roomCost(application).firstPaise - paidPaise)
  return {
    id: application.publicId,
    place: `${application.hostelName}, ${application.roomNumber}`,
    hindrance: isOffered ? null : m.room_offer_none(),
    texts: isOffered
      ? [
          m.room_offer_text({ until: formatInstant(offeredUntil, currentLanguage()) }),
          m.room_offer_owed({ amount: formatPaise(owedPaise, { style: 'short' }) }),
          ...(application.decidedAt ? [] : [m.room_offer_decides()]),
        ]
      : [],
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const accepted = await acceptOffer(scope, id)
  if (!accepted.ok && accepted.reason === 'not-found') throw new Response(null, { status: 404 })
  const { status, holdsBed } = await requireOwnApplication(scope, id)
  // A repeated press, or one in another tab: the student already has the bed.
  if (accepted.ok || (holdsBed && status !== 'waitlisted')) {
    const title = status === 'pending' ? m.room_status_pending() : m.room_offer_accepted()
    return redirectWithToast(paths.student.hostelApplication(id), { type: 'success', title })
  }
  return data({ message: refusals[accepted.reason]() }, { status: 422 })
}

const refusals = {
  'no-offer': m.room_offer_none,
  'wrong-gender': m.room_offer_not_for_you,
  'period-over': m.room_offer_period_over,
  'offer-over': m.room_offer_over,
}

export default function HostelOfferPage() {
  const { id, place, hindrance, texts } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <ShortQuestion
      title={m.room_offer_title()}
      context={place}
      message={refusal?.message ?? hindrance}
      texts={texts}
      action={paths.student.hostelOffer(id)}
      button={hindrance ? null : { label: m.room_offer_accept(), busy: m.room_offer_accepting() }}
      backHref={paths.student.hostelApplication(id)}
      backLabel={m.room_to_application()}
    />
  )
}
