import { listViewOf } from '~/http/list.server'
import { admissionOrigins, admissionStates } from '~/models/admissions/admission-options'
import { admissionSorts } from '~/models/admissions/admission-queries.server'

/** What the address of the list of admissions asks for; page and file read it alike. */
export function admissionListView(request: Request) {
  return listViewOf(request, {
    sorts: admissionSorts,
    filters: { state: admissionStates, origin: admissionOrigins, class: 'id', session: 'id', from: 'day', to: 'day' },
  })
}
