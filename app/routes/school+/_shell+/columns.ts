import type { ActionFunctionArgs } from '@remix-run/node'
import { ownPath } from '~/http/paths'
import { readForm, requireAnyStaff, seeOther } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { notAllowed } from '~/http/student-call.server'
import { keepListLayout } from '~/models/people/accounts/sign-in/list-layouts.server'

export const loader = () => notAllowed('POST')

const maxPathLength = 100
const maxLabelLength = 60
const maxColumns = 40

/**
 * Saves which columns of a list are ticked. `column` holds all columns, `shown` the ticked ones. `list` is the list's
 * URL with its filters; the action redirects there.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  const form = await readForm(request)
  const texts = (name: string) => form.getAll(name).map(String).slice(0, maxColumns)
  const list = ownPath(form.get('list'), schoolPaths.home)
  const visibleLabels = new Set(texts('shown'))
  const away = texts('column').filter((label) => label.length <= maxLabelLength && !visibleLabels.has(label))
  const { pathname } = new URL(list, request.url)
  if (/^\/school\/[\w/-]+$/.test(pathname) && pathname.length <= maxPathLength)
    await keepListLayout(scope, pathname, away)
  return seeOther(list)
}
