import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { routeColumns, routeFacts } from './create-route.server'
import { lockRoute } from './lock-rows.server'
import type { RouteFields } from './office-schema'
import { TransportRoute } from './tables.server'

/**
 * Changes a route whole; who rides on it stays, also when it is no longer offered. Refuses `not-found`, `changed` (saved by somebody else
 * since `version`) and `name-taken`.
 */
export async function updateRoute(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: RouteFields,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'name-taken'>> {
  return inTransaction(
    async () => {
      const before = await lockRoute(scope, publicId)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      const where = { id: before.id, schoolId: scope.schoolId }
      await TransportRoute.update({ ...routeColumns(fields), version: version + 1 }, { where })
      const subject = { kind: 'route', id: before.id }
      await recordAudit(scope, { action: 'route.updated', subject, details: routeFacts(fields) })
      return done()
    },
    {
      transport_routes_name: 'name-taken',
    },
  )
}
