import { listHref } from '~/components/school/list-href'
import { schoolPaths } from '~/http/school-paths'
import { viewOf } from '~/office/list.server'
import { tickedIds } from '~/routes/school+/_shell+/__ticked-ids.server'
import { list } from './defaulters'

/**
 * What the list of defaulters, its letters and its reminders are asked for: the same address names the same families. With `ticked` only
 * those that were ticked, and without a tick nobody.
 */
export function defaultersViewOf(request: Request) {
  const view = viewOf(request, list)
  const query = new URL(request.url).searchParams
  const students = query.has('ticked') ? tickedIds(query, 'student') : undefined
  const backHref = listHref(schoolPaths.defaulters, { search: view.search, ...view.filters })
  return { view: { ...view, students }, backHref }
}
