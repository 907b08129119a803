import { listViewOf } from '~/http/route.server'
import { auditActors } from '~/models/dashboard/list-audit.server'

/** What the audit log is asked for; `subjects` are the kinds of thing it can be about. */
export function auditViewOf(request: Request, subjects: readonly string[]) {
  return listViewOf(request, {
    sorts: ['when'],
    filters: { subjectKind: subjects, actorKind: auditActors, from: 'day', to: 'day' },
  })
}
