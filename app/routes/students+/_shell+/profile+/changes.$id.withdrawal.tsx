import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DefinitionList } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findPendingChange } from '~/models/people/students/change-requests/change-requests.server'
import { withdrawChange } from '~/models/people/students/change-requests/decide-change-request.server'
import { OwnQuestion } from './__own-question'

export const handle = pageTitle(() => m.profile_withdraw_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  return foundOr404(isPublicId(params.id) ? await findPendingChange(scope, params.id) : null)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const outcome = await withdrawChange(scope, foundOr404(isPublicId(params.id) ? params.id : null))
  if (!outcome.ok && outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  const toast = outcome.ok
    ? ({ type: 'success', title: m.profile_withdrawn() } as const)
    : ({ type: 'info', title: m.profile_withdraw_late() } as const)
  return redirectWithToast(paths.student.profile(), toast)
}

export default function WithdrawChangePage() {
  const { label, oldWords, newWords } = useLoaderData<typeof loader>()
  return (
    <OwnQuestion
      title={m.profile_withdraw_title()}
      button={m.profile_withdraw_button()}
      busy={m.profile_withdraw_busy()}
      backHref={paths.student.profile()}
    >
      <DefinitionList items={[{ label, value: `${oldWords} → ${newWords}` }]} />
      <p>{m.profile_withdraw_text()}</p>
    </OwnQuestion>
  )
}
