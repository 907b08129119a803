import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from './lock-rows.server'
import type { RouteFields } from './office-schema'
import { TransportRoute } from './tables.server'

/** Opens a route, without stops yet. The same form key makes one route and has one answer, its public id. Refuses `name-taken`. */
export async function createRoute(
  scope: SchoolScope,
  formKey: string,
  fields: RouteFields,
): Promise<Outcome<string, 'name-taken'>> {
  try {
    return await inTransaction(async () => {
      const route = await TransportRoute.create({
        ...routeColumns(fields),
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        formKey,
      })
      const subject = { kind: 'route', id: route.id }
      await recordAudit(scope, { action: 'route.created', subject, details: routeFacts(fields) })
      return done(route.publicId)
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key !== 'transport_routes_form_key' && key !== 'transport_routes_name') throw error
    // The second of two clicks meets the name that the first has just taken.
    const where = { schoolId: scope.schoolId, formKey }
    const same = await TransportRoute.findOne({ attributes: ['publicId'], where, raw: true })
    return same ? done(same.publicId) : refused('name-taken')
  }
}

export function routeColumns({ start, end, ...fields }: RouteFields) {
  const [from, to] = [columnsOf(start), columnsOf(end)]
  return {
    ...fields,
    startLatitude: from.latitude,
    startLongitude: from.longitude,
    endLatitude: to.latitude,
    endLongitude: to.longitude,
  }
}

/** What the audit log keeps of a route. */
export function routeFacts(fields: RouteFields) {
  const { name, startLocation: from, endLocation: to, distanceMetres: metres, isActive: offered } = fields
  return { name, from, to, metres, offered }
}
