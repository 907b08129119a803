import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { listSessions, type SessionRow, sessionSorts } from '~/models/academics/queries.server'

/** The filtered list of academic sessions for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: sessionSorts, filters: {} })
  return csvOfList<SessionRow>(
    'academic-sessions.csv',
    [
      { label: 'Session', value: (row) => row.name },
      { label: 'First day', value: (row) => row.startsOn },
      { label: 'Last day', value: (row) => row.endsOn },
      { label: 'Students', value: (row) => row.students },
      { label: 'Current', value: (row) => (row.isCurrent ? 'Yes' : 'No') },
    ],
    (place) => listSessions(scope, { ...view, ...place }),
  )
}
