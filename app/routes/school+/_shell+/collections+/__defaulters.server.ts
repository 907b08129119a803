import { listViewOf } from '~/http/list.server'
import { defaulterSorts } from '~/models/ledger/defaulters.server'
import { overdueDays } from '~/models/ledger/reminder-view'

/** What the list of defaulters, its letters and its reminders are asked for: the same address names the same families. */
export function defaultersViewOf(request: Request) {
  const view = listViewOf(request, {
    sorts: defaulterSorts,
    filters: { session: 'id', class: 'id', section: 'id', days: overdueDays },
  })
  return { view, wish: { ...view, ...view.filters } }
}
