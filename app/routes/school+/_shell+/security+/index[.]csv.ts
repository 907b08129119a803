import type { LoaderFunctionArgs } from '@remix-run/node'
import { factWords } from '~/components/school/audit-words'
import { csvOfList, requireStaff } from '~/http/route.server'
import { listSecurityEvents, type SecurityRow } from '~/models/audit/list-security-events.server'
import { formatInstant, todayInIndia } from '~/models/shared/calendar'
import { securityViewOf } from './__security-view.server'
import { securityKindWords } from './__security-words'

/** The filtered sign-ins and devices for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'security:view')
  const view = securityViewOf(request)
  return csvOfList<SecurityRow>(
    `sign-ins-${todayInIndia(new Date())}.csv`,
    [
      { label: 'When', value: (row) => formatInstant(row.at, 'en') },
      { label: 'What', value: (row) => securityKindWords[row.kind] },
      { label: 'Times', value: (row) => row.times },
      { label: 'Who', value: (row) => row.actor },
      { label: 'About', value: (row) => row.whom },
      { label: 'Device', value: (row) => row.device },
      { label: 'Address', value: (row) => row.address },
      { label: 'Details', value: (row) => factWords(row.details) },
    ],
    (place) => listSecurityEvents(scope, { ...view, ...view.filters, ...place }),
  )
}
