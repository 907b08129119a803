import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BreachNotice } from '~/components/breaches/breach-notice'
import { pageTitle, paths } from '~/http/paths'
import { foundAtOpenSchool, foundOr404, redirectWithToast, requireGuardian } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { acknowledgeAsGuardian, findGuardianBreach } from '~/models/entry/breaches/notices.server'

export const handle = pageTitle(() => m.breaches_title(), { hasForm: true })

/** Returns the notice of the URL, for a child whose messages the guardian receives. @throws Response 404 */
async function openNotice({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const breachNotice = await findGuardianBreach(scope, id, currentLanguage())
  return { scope, id, notice: await foundAtOpenSchool(scope, 'breach_people', id, breachNotice) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { notice } = await openNotice(args)
  const { language, parts, isRead, childName } = notice
  return { language, parts, isRead, childName }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, id } = await openNotice(args)
  await acknowledgeAsGuardian(scope, id)
  return redirectWithToast(paths.guardian.home, {
    type: 'success',
    title: m.breaches_thanks(),
    message: m.breaches_is_read(),
  })
}

/** Notice that a school owes this guardian after a breach of a child's data; every guardian confirms it separately. */
export default function GuardianBreachNoticePage() {
  const { childName, ...notice } = useLoaderData<typeof loader>()
  return <BreachNotice context={m.breaches_concerns({ name: childName })} {...notice} />
}
