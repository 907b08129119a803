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

/*
 * Withdraws a declared payment that the school has not confirmed, because the student has not paid it after all. The
 * student sees this as "Pay another way".
 */

export const handle = pageTitle(() => m.room_other_way_question())

/** Returns the declared payment of the URL, if it belongs to this application and waits for the school. */
async function findDeclaredPayment({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnApplication(scope, params.id)
  const paymentId = new URL(request.url).searchParams.get('payment')
  const declaredPayment = waitingOf(application.declarations).find(({ publicId }) => publicId === paymentId)
  return { scope, application, declaredPayment }
}

export async function loader(args: LoaderFunctionArgs) {
  const { application, declaredPayment } = await findDeclaredPayment(args)
  const amount = formatPaise(declaredPayment?.amountPaise ?? 0, { style: 'short' })
  const isCash = declaredPayment?.method === 'cash'
  return {
    applicationId: application.publicId,
    room: `${application.hostelName}, ${application.roomNumber}`,
    paymentId: declaredPayment?.publicId ?? null,
    text: isCash ? m.room_other_way_cash({ amount }) : m.room_other_way_transfer({ amount }),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, application, declaredPayment } = await findDeclaredPayment(args)
  const outcome = declaredPayment ? await withdrawDeclared(scope, declaredPayment.publicId) : null
  if (!outcome?.ok) return data({ isLate: true }, { status: 422 })
  const title = m.room_other_way_done()
  return redirectWithToast(paths.student.payHostel(application.publicId), { type: 'success', title })
}

export default function WithdrawDeclaredPaymentPage() {
  const { applicationId, room, paymentId, text } = useLoaderData<typeof loader>()
  const isLate = useActionData<typeof action>() !== undefined || paymentId === null
  return (
    <ShortQuestion
      title={m.room_other_way_question()}
      context={room}
      message={isLate ? m.room_other_way_none() : null}
      texts={[text]}
      action={paths.student.withdrawHostelPayment(applicationId, paymentId ?? '')}
      button={isLate ? null : { label: m.room_other_way(), busy: m.room_saving(), isDanger: true }}
      backHref={paths.student.hostelApplication(applicationId)}
      backLabel={m.room_to_application()}
    />
  )
}
