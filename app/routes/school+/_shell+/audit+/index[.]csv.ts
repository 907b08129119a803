import type { LoaderFunctionArgs } from '@remix-run/node'
import { actionWords, factWords } from '~/components/school/audit-words'
import { csvOfList, requireStaff } from '~/http/route.server'
import { type AuditRow, listAudit, listAuditSubjects } from '~/models/dashboard/list-audit.server'
import { formatInstant, todayInIndia } from '~/models/shared/calendar'
import { auditViewOf } from './__audit-view.server'

/** The filtered audit log for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'audit:view')
  const view = auditViewOf(request, await listAuditSubjects(scope))
  return csvOfList<AuditRow>(
    `audit-${todayInIndia(new Date())}.csv`,
    [
      { label: 'When', value: (row) => formatInstant(row.at, 'en') },
      { label: 'Who', value: (row) => row.actor },
      { label: 'Made by', value: (row) => row.actorKind },
      { label: 'What', value: (row) => actionWords(row.action) },
      { label: 'Student', value: (row) => row.whom },
      { label: 'Details', value: (row) => factWords(row.details) },
    ],
    (place) => listAudit(scope, { ...view, ...place }),
  )
}
