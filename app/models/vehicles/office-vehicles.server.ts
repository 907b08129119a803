import { select, selectOne } from '~/database/connection.server'
import { addDays } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { expiringDays, type FeeType, type VehicleDocumentKind, type VehicleStatus, type VehicleType } from './options'
import type { DocumentPlace } from './save-document.server'
import type { RunPlace } from './save-run.server'

/** A vehicle with what belongs to it counted. Riders are the students with a seat on one of its runs. */
export interface VehicleRow {
  publicId: string
  vehicleNumber: string
  vehicleType: VehicleType
  status: VehicleStatus
  capacity: number
  driverName: string
  driverPhone: string
  runs: number
  riders: number
  /** Papers that have ended, and those that end within 30 days. */
  expired: number
  ending: number
}

export const vehicleSorts = ['number', 'capacity', 'riders'] as const
type VehicleSort = (typeof vehicleSorts)[number]

export const vehicleFilters = {
  type: ['bus', 'minibus', 'van', 'car', 'auto'],
  status: ['active', 'maintenance', 'inactive'],
  papers: ['due', 'expired'],
} as const

const orders: Record<VehicleSort, readonly string[]> = {
  number: ['v.vehicle_number', 'v.id'],
  capacity: ['v.capacity', 'v.vehicle_number', 'v.id'],
  riders: ['riders', 'v.vehicle_number', 'v.id'],
}

const columns = `v.public_id AS publicId, v.vehicle_number AS vehicleNumber, v.vehicle_type AS vehicleType, v.status, v.capacity,
  v.driver_name AS driverName, v.driver_phone AS driverPhone, CAST(COALESCE(r.runs, 0) AS SIGNED) AS runs,
  CAST(COALESCE(r.riders, 0) AS SIGNED) AS riders, CAST(COALESCE(d.expired, 0) AS SIGNED) AS expired,
  CAST(COALESCE(d.ending, 0) AS SIGNED) AS ending`

const counted = `vehicles v
  LEFT JOIN (SELECT vehicle_id, SUM(is_active) AS runs, SUM(seats_taken) AS riders FROM vehicle_routes
    WHERE school_id = :schoolId GROUP BY vehicle_id) r ON r.vehicle_id = v.id
  LEFT JOIN (SELECT vehicle_id, SUM(expires_on < :today) AS expired, SUM(expires_on >= :today) AS ending FROM vehicle_documents
    WHERE school_id = :schoolId AND expires_on <= :soon GROUP BY vehicle_id) d ON d.vehicle_id = v.id`

/** Vehicles of the school; searched by number, driver and attendant. `today` is India's day. */
export function listVehicles(
  scope: SchoolScope,
  today: string,
  query: ListQuery<VehicleSort> & { filters: { type: string; status: string; papers: string } },
): Promise<Page<VehicleRow>> {
  const { type, status, papers } = query.filters
  return selectPage<VehicleRow>(
    {
      columns,
      from: `${counted} WHERE v.school_id = :schoolId AND (:type = '' OR v.vehicle_type = :type)
        AND (:status = '' OR v.status = :status)
        AND (:papers = '' OR d.expired > 0 OR (:papers = 'due' AND d.ending > 0))
        AND (:search = '' OR v.vehicle_number LIKE :pattern ESCAPE '!' OR v.driver_name LIKE :pattern ESCAPE '!'
          OR v.attendant_name LIKE :pattern ESCAPE '!')`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        today,
        soon: addDays(today, expiringDays),
        type,
        status,
        papers,
        search: query.search,
        pattern: containing(query.search),
      },
    },
    query,
  )
}

/** Everything that the office knows of a vehicle. Degrees are texts, as they were typed. */
export interface OfficeVehicle {
  id: number
  publicId: string
  vehicleNumber: string
  vehicleType: VehicleType
  status: VehicleStatus
  capacity: number
  driverName: string
  driverPhone: string
  driverLicence: string | null
  attendantName: string | null
  attendantPhone: string | null
  feeType: FeeType
  amountPaise: number | null
  destinationAddress: string | null
  destinationLatitude: string | null
  destinationLongitude: string | null
  version: number
  /** Students with a seat on one of its runs. */
  riders: number
  pictureKey: string | null
  thumbnailKey: string | null
}

/** A vehicle of the school, or null. */
export function findVehicle(scope: SchoolScope, publicId: string): Promise<OfficeVehicle | null> {
  return selectOne<OfficeVehicle>(
    `SELECT v.id, v.public_id AS publicId, v.vehicle_number AS vehicleNumber, v.vehicle_type AS vehicleType, v.status, v.capacity,
       v.driver_name AS driverName, v.driver_phone AS driverPhone, v.driver_licence AS driverLicence,
       v.attendant_name AS attendantName, v.attendant_phone AS attendantPhone, v.fee_type AS feeType, v.amount_paise AS amountPaise,
       v.destination_address AS destinationAddress, v.destination_latitude AS destinationLatitude,
       v.destination_longitude AS destinationLongitude, v.version,
       (SELECT CAST(COALESCE(SUM(r.seats_taken), 0) AS SIGNED) FROM vehicle_routes r
        WHERE r.school_id = v.school_id AND r.vehicle_id = v.id) AS riders, f.storage_key AS pictureKey,
       COALESCE(t.storage_key, f.storage_key) AS thumbnailKey
     FROM vehicles v LEFT JOIN files f ON f.id = v.image_file_id LEFT JOIN files t ON t.thumbnail_of = f.id
     WHERE v.school_id = :schoolId AND v.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

export interface OfficeDocument {
  publicId: string
  kind: VehicleDocumentKind
  number: string | null
  /** `YYYY-MM-DD` */
  expiresOn: string | null
  fileKey: string | null
  fileName: string | null
}

const documentColumns = `d.public_id AS publicId, d.kind, d.number, d.expires_on AS expiresOn, f.storage_key AS fileKey,
  f.file_name AS fileName`

/** The papers of a vehicle, those that end first on top. */
export function listVehicleDocuments(scope: SchoolScope, vehicle: { id: number }): Promise<OfficeDocument[]> {
  return select<OfficeDocument>(
    `SELECT ${documentColumns} FROM vehicle_documents d LEFT JOIN files f ON f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.vehicle_id = :vehicleId ORDER BY d.expires_on IS NULL, d.expires_on, d.id`,
    { schoolId: scope.schoolId, vehicleId: vehicle.id },
  )
}

/** A paper with the number of its vehicle, or null when this vehicle of the school has none such. */
export function findVehicleDocument(
  scope: SchoolScope,
  place: DocumentPlace,
): Promise<(OfficeDocument & { vehicleNumber: string }) | null> {
  return selectOne<OfficeDocument & { vehicleNumber: string }>(
    `SELECT ${documentColumns}, v.vehicle_number AS vehicleNumber
     FROM vehicle_documents d JOIN vehicles v ON v.school_id = d.school_id AND v.id = d.vehicle_id
       LEFT JOIN files f ON f.id = d.file_id
     WHERE d.school_id = :schoolId AND v.public_id = :vehicleId AND d.public_id = :documentId`,
    { schoolId: scope.schoolId, ...place },
  )
}

export interface OfficeRun {
  publicId: string
  routeId: string
  routeName: string
  isActive: boolean
  isRouteActive: boolean
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
  feePaise: number | null
  seats: number
  seatsTaken: number
  isAppliedFor: boolean
}

type RunRecord = Omit<OfficeRun, 'isActive' | 'isRouteActive' | 'isAppliedFor'> & {
  isActive: number
  isRouteActive: number
  isAppliedFor: number
}

const runColumns = `r.public_id AS publicId, t.public_id AS routeId, t.name AS routeName, t.is_active AS isRouteActive,
  r.is_active AS isActive, r.departure_minute AS departureMinute, r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute, r.fee_paise AS feePaise,
  r.seats, r.seats_taken AS seatsTaken,
  (EXISTS (SELECT 1 FROM transport_applications a WHERE a.school_id = r.school_id AND a.wanted_run_id = r.id)
    OR EXISTS (SELECT 1 FROM transport_applications a WHERE a.school_id = r.school_id AND a.run_id = r.id)) AS isAppliedFor`

const readRun = <Row extends RunRecord>(row: Row) => ({
  ...row,
  isActive: row.isActive === 1,
  isRouteActive: row.isRouteActive === 1,
  isAppliedFor: row.isAppliedFor === 1,
})

/** The runs of a vehicle by the time they depart. */
export async function listRunsOfVehicle(scope: SchoolScope, vehicle: { id: number }): Promise<OfficeRun[]> {
  const rows = await select<RunRecord>(
    `SELECT ${runColumns} FROM vehicle_routes r JOIN transport_routes t ON t.school_id = r.school_id AND t.id = r.route_id
     WHERE r.school_id = :schoolId AND r.vehicle_id = :vehicleId ORDER BY r.departure_minute, r.id`,
    { schoolId: scope.schoolId, vehicleId: vehicle.id },
  )
  return rows.map(readRun)
}

/** A run with the number of its vehicle, or null when this vehicle of the school has none such. */
export async function findRunOfVehicle(
  scope: SchoolScope,
  place: RunPlace,
): Promise<(OfficeRun & { version: number; vehicleNumber: string }) | null> {
  const row = await selectOne<RunRecord & { version: number; vehicleNumber: string }>(
    `SELECT ${runColumns}, r.version, v.vehicle_number AS vehicleNumber
     FROM vehicle_routes r JOIN transport_routes t ON t.school_id = r.school_id AND t.id = r.route_id
       JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id
     WHERE r.school_id = :schoolId AND v.public_id = :vehicleId AND r.public_id = :runId`,
    { schoolId: scope.schoolId, ...place },
  )
  return row && readRun(row)
}

/** Routes that a run may be on: those that are offered, and the one that it is on already. */
export function routeChoices(scope: SchoolScope, own: string | null): Promise<Array<{ value: string; label: string }>> {
  return select(
    `SELECT public_id AS value, name AS label FROM transport_routes
     WHERE school_id = :schoolId AND (is_active = 1 OR public_id = :own) ORDER BY name`,
    { schoolId: scope.schoolId, own },
  )
}
