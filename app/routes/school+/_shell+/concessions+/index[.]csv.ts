import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { type ConcessionRow, concessionSorts, listConcessions } from '~/models/fees/concession-queries.server'
import { concessionSize } from '~/models/fees/concession-words'
import { concessionKindLabels } from '~/models/fees/options'
import { todayInIndia } from '~/models/shared/calendar'
import { concessionFilters } from './__concession-filters'

/** The filtered list of concessions for a spreadsheet; amounts in rupees. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: concessionSorts, filters: concessionFilters })
  return csvOfList<ConcessionRow>(
    'concessions.csv',
    [
      { label: 'Given on', value: (row) => todayInIndia(row.givenAt) },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Class', value: (row) => row.className },
      { label: 'Academic session', value: (row) => row.sessionName },
      { label: 'Kind', value: (row) => concessionKindLabels[row.kind] },
      { label: 'Concession', value: concessionSize },
      { label: 'Fee', value: (row) => row.feeName ?? 'All fees' },
      { label: 'Reason', value: (row) => row.reason },
      { label: 'Given by', value: (row) => row.givenBy },
      { label: 'Reduced by', value: (row) => (row.takenPaise / 100).toFixed(2) },
    ],
    (place) => listConcessions(scope, { ...view, ...place }),
  )
}
