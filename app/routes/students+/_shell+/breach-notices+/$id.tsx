import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BreachNotice } from '~/components/breaches/breach-notice'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { acknowledgeBreach, findBreachNotice } from '~/models/entry/breaches/notices.server'

export const handle = pageTitle(() => m.breaches_title(), { hasForm: true })

/** Returns the student's own notice of the URL. @throws Response 404 */
async function openNotice({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  return { scope, id, notice: foundOr404(await findBreachNotice(scope, id, currentLanguage())) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { notice } = await openNotice(args)
  const { language, parts, isRead, toldAt } = notice
  return { language, parts, isRead, toldOn: toldAt && todayInIndia(toldAt) }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, id } = await openNotice(args)
  await acknowledgeBreach(scope, id)
  return redirectWithToast(paths.student.home, {
    type: 'success',
    title: m.breaches_thanks(),
    message: m.breaches_is_read(),
  })
}

/** Breach notice with a button that confirms it as read. The page stays available afterwards, without the button. */
export default function BreachNoticePage() {
  const { toldOn, ...notice } = useLoaderData<typeof loader>()
  const context = toldOn ? m.breaches_told({ date: formatDay(toldOn, currentLanguage()) }) : undefined
  return <BreachNotice context={context} {...notice} />
}
