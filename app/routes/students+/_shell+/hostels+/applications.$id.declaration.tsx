import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ShortQuestion } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { redirectWithToast, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { waitingOf } from '~/models/money/hostels/decide/declarations.server'
import { withdrawDeclared } from '~/models/money/ledger/counter/declared-payments.server'
import { requireOwnApplication } from './__own-hostel-application.server'

export const handle = pageTitle(() => m.room_other_way_question())

/** Returns the declared payment of the URL, if it belongs to this application and waits for the school. */
async function requireWaiting({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnApplication(scope, params.id)
  const paymentId = new URL(request.url).searchParams.get('payment')
  return { scope, application, waiting: waitingOf(application.declarations).find((one) => one.publicId === paymentId) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { application, waiting } = await requireWaiting(args)
  const amount = formatPaise(waiting?.amountPaise ?? 0, { style: 'short' })
  return {
    id: application.publicId,
    place: `${application.hostelName}, ${application.roomNumber}`,
    payment: waiting?.publicId ?? null,
    text: waiting?.method === 'cash' ? m.room_other_way_cash({ amount }) : m.room_other_way_transfer({ amount }),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, application, waiting } = await requireWaiting(args)
  const outcome = waiting ? await withdrawDeclared(scope, waiting.publicId) : null
  if (!outcome?.ok) return data({ isLate: true }, { status: 422 })
  const title = m.room_other_way_done()
  return redirectWithToast(paths.student.payHostel(application.publicId), { type: 'success', title })
}

export default function PayOtherwisePage() {
  const { id, place, payment, text } = useLoaderData<typeof loader>()
  const isLate = useActionData<typeof action>() !== undefined || payment === null
  return (
    <ShortQuestion
      title={m.room_other_way_question()}
      context={place}
      message={isLate ? m.room_other_way_none() : null}
      texts={[text]}
      action={paths.student.payHostelOtherwise(id, payment ?? '')}
      button={isLate ? null : { label: m.room_other_way(), busy: m.room_saving(), isDanger: true }}
      backHref={paths.student.hostelApplication(id)}
      backLabel={m.room_to_application()}
    />
  )
}
