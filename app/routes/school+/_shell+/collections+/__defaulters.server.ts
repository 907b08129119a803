import { listHref } from '~/components/school/list-href'
import { schoolPaths } from '~/http/school-paths'
import { viewOf } from '~/office/list.server'
import { list } from './defaulters'

/** What the list of defaulters, its letters and its reminders are asked for: the same address names the same families. */
export function defaultersViewOf(request: Request) {
  const view = viewOf(request, list)
  return { view, backHref: listHref(schoolPaths.defaulters, { search: view.search, ...view.filters }) }
}
