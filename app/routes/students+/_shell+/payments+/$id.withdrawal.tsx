import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ShortQuestion } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { withdrawDeclared } from '~/models/money/ledger/counter/declared-payments.server'
import { findOwnDeclared } from '~/models/money/ledger/online/own-payments.server'

export const handle = pageTitle(() => m.room_other_way_question())

async function requireDeclared({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  return { scope, declared: foundOr404(isPublicId(params.id) ? await findOwnDeclared(scope, params.id) : null) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { declared } = await requireDeclared(args)
  const amount = formatPaise(declared.amountPaise, { style: 'short' })
  return { isWaiting: declared.state === 'pending', amount }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, declared } = await requireDeclared(args)
  const outcome = await withdrawDeclared(scope, declared.publicId)
  if (!outcome.ok) return data({ isLate: true }, { status: 422 })
  return redirectWithToast(paths.student.fees, { type: 'success', title: m.room_other_way_done() })
}

export default function WithdrawTransferPage() {
  const { isWaiting, amount } = useLoaderData<typeof loader>()
  const isLate = useActionData<typeof action>() !== undefined || !isWaiting
  return (
    <ShortQuestion
      title={m.room_other_way_question()}
      context={amount}
      message={isLate ? m.room_other_way_none() : null}
      texts={[m.room_other_way_transfer({ amount })]}
      button={isLate ? null : { label: m.room_other_way(), busy: m.room_saving(), isDanger: true }}
      backHref={paths.student.fees}
      backLabel={m.room_to_application()}
    />
  )
}
