import { listViewOf } from '~/http/route.server'
import { dayBookSorts } from '~/models/ledger/day-book.server'
import { paymentMethods } from '~/models/ledger/options'
import { todayInIndia } from '~/models/shared/calendar'

/** What the day book is asked for: today, unless other days are chosen. The first day never comes after the last. */
export function dayBookViewOf(request: Request) {
  const view = listViewOf(request, {
    sorts: dayBookSorts,
    filters: { from: 'day', to: 'day', method: paymentMethods },
  })
  const from = view.filters.from || view.filters.to || todayInIndia(new Date())
  const to = [from, view.filters.to].sort().at(-1) ?? from
  const method = paymentMethods.find((one) => one === view.filters.method) ?? ('' as const)
  const filters = { ...view.filters, from, to }
  return { view: { ...view, filters, isNarrowed: true }, query: { ...view, ...filters, method } }
}
