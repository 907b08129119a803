import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockRoute } from './lock-rows.server'

/**
 * Deletes a route with its stops. Refuses `not-found`, `has-runs` (vehicles drive it) and `applied-for`: an application names it or one
 * of its stops, and keeps what it names.
 */
export async function deleteRoute(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'has-runs' | 'applied-for'>> {
  return inTransaction(
    async () => {
      const route = await lockRoute(scope, publicId)
      if (!route) return refused('not-found')
      const values = { schoolId: scope.schoolId, id: route.id }
      await execute('DELETE FROM route_stops WHERE school_id = :schoolId AND route_id = :id', values)
      await execute('DELETE FROM transport_routes WHERE school_id = :schoolId AND id = :id', values)
      const subject = { kind: 'route', id: route.id }
      await recordAudit(scope, { action: 'route.deleted', subject, details: { name: route.name } })
      return done()
    },
    {
      vehicle_routes_route: 'has-runs',
      transport_applications_route: 'applied-for',
      transport_applications_stop: 'applied-for',
    },
  )
}
