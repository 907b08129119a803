import { selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'

interface LockedRoute {
  id: number
  name: string
  version: number
}

/** The route, held by this transaction; null when the school has none of this public id. */
export function lockRoute(scope: SchoolScope, publicId: string): Promise<LockedRoute | null> {
  return selectOne<LockedRoute>(
    `SELECT id, name, version FROM transport_routes WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE`,
    { schoolId: scope.schoolId, publicId },
  )
}

interface LockedVehicle {
  id: number
  vehicleNumber: string
  capacity: number
  imageFileId: number | null
  version: number
}

/** The vehicle, held by this transaction; null when the school has none of this public id. */
export function lockVehicle(scope: SchoolScope, publicId: string): Promise<LockedVehicle | null> {
  return selectOne<LockedVehicle>(
    `SELECT id, vehicle_number AS vehicleNumber, capacity, image_file_id AS imageFileId, version FROM vehicles
     WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE`,
    { schoolId: scope.schoolId, publicId },
  )
}

/** A point as the columns keep it. */
export function columnsOf(point: { latitude: number; longitude: number } | null) {
  return { latitude: point ? String(point.latitude) : null, longitude: point ? String(point.longitude) : null }
}
