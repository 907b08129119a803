import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { tripIsOffered } from '~/models/vehicles/offered-sql.server'

/** A run with a seat for somebody; minutes after midnight. */
export interface RunToChoose {
  publicId: string
  routeId: number
  routeName: string
  vehicleNumber: string
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
  seats: number
  freeSeats: number
}

/**
 * The runs on which the office can give a seat: offered ones with a free seat, and the one that the application holds already. Those of
 * the route that is named come first.
 */
export function listTripsToChoose(
  scope: SchoolScope,
  { runPublicId, routeId }: { runPublicId: string | null; routeId: number | null },
): Promise<RunToChoose[]> {
  return select<RunToChoose>(
    `SELECT r.public_id AS publicId, t.id AS routeId, t.name AS routeName, v.vehicle_number AS vehicleNumber,
       r.departure_minute AS departureMinute, r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute, r.seats, r.seats - r.seats_taken AS freeSeats
     FROM vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
     WHERE r.school_id = :schoolId
       AND (r.public_id = :held OR (r.seats_taken < r.seats AND ${tripIsOffered}))
     ORDER BY COALESCE(t.id = :routeId, 0) DESC, t.name, r.departure_minute, v.vehicle_number, r.id LIMIT 500`,
    { schoolId: scope.schoolId, held: runPublicId ?? '', routeId },
  )
}
