import { number, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { tripIsOffered } from '~/models/money/vehicles/offered-sql.server'
import { Trip } from '~/models/money/vehicles/tables.server'

const columns = {
  ...columnsOf(Trip, 'r', 'publicId', 'routeId', 'departureMinute', 'arrivalMinute', 'returnMinute', 'seats'),
  routeName: text('t.name'),
  vehicleNumber: text('v.vehicle_number'),
  freeSeats: number('r.seats - r.seats_taken'),
}

/**
 * Lists the trips on which the office can assign a seat: offered ones with a free seat, and the trip that the
 * application already has. Trips of the route `routeId` come first.
 */
export function listTripsToChoose(
  { schoolId }: SchoolScope,
  { runPublicId, routeId }: { runPublicId: string | null; routeId: number | null },
) {
  return selectRows(
    columns,
    `FROM vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
     WHERE r.school_id = :schoolId AND (r.public_id = :held OR (r.seats_taken < r.seats AND ${tripIsOffered}))
     ORDER BY COALESCE(t.id = :routeId, 0) DESC, t.name, r.departure_minute, v.vehicle_number, r.id LIMIT 500`,
    { schoolId, held: runPublicId ?? '', routeId },
  )
}
