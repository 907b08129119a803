import { listHref } from '~/components/school/list-href'
import { schoolPaths } from '~/http/school-paths'
import { listQueryOf } from '~/kit/pages/list.server'
import { tickedIds } from '~/routes/school+/_shell+/__ticked-ids.server'
import { list } from './defaulters'

/**
 * Query shared by the list of defaulters, its letters and its reminders: the same URL selects the same families. With
 * `ticked` in the URL, only the ticked families, or none if nothing is ticked.
 */
export function defaultersViewOf(request: Request) {
  const view = listQueryOf(request, list)
  const query = new URL(request.url).searchParams
  const students = query.has('ticked') ? tickedIds(query, 'student') : undefined
  const backHref = listHref(schoolPaths.defaulters, { search: view.search, ...view.filters })
  return { view: { ...view, students }, backHref }
}
