import { listViewOf } from '~/http/route.server'
import { securitySorts } from '~/models/audit/list-security-events.server'
import { securityGroupNames } from '~/models/audit/security-options'

/** What the list of security events is asked for. */
export function securityViewOf(request: Request) {
  return listViewOf(request, {
    sorts: securitySorts,
    filters: { group: securityGroupNames, personKind: ['staff', 'student', 'applicant'], from: 'day', to: 'day' },
  })
}
