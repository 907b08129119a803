import { execute, flag, inTransaction, number, numbersOf, selectRow, selectRows } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { type PictureChange, savePicture } from '~/kit/records/save-picture.server'
import { lockThing } from '~/kit/tables/table.server'
import { withPicture } from '~/models/core/files/picture-columns.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type Abroad, refuseAbroad } from './abroad.server'
import { checkLocations } from './locations'
import { expiringDays } from './options'
import { Vehicle } from './tables.server'
import { vehicleForm, vehicleLocations } from './vehicle-fields'

/**
 * Vehicles with the numbers of their trips, passengers (students with a seat on one of the trips), and documents that
 * have expired or expire within 30 days (`ending`).
 */
const reads = plainReads(Vehicle, vehicleForm, {
  listed: ['vehicleNumber', 'vehicleType', 'status', 'capacity', 'driverName', 'driverPhone'],
  joins: `LEFT JOIN (SELECT vehicle_id, SUM(is_active) AS trips, SUM(seats_taken) AS passengers FROM vehicle_routes
      WHERE school_id = :schoolId GROUP BY vehicle_id) r ON r.vehicle_id = t.id
    LEFT JOIN (SELECT vehicle_id, SUM(expires_on < :today) AS expired, SUM(expires_on >= :today) AS ending FROM vehicle_documents
      WHERE school_id = :schoolId AND expires_on <= :soon GROUP BY vehicle_id) d ON d.vehicle_id = t.id`,
  counts: { ...numbersOf('r', 'trips', 'passengers'), ...numbersOf('d', 'expired', 'ending') },
  ...withPicture,
  more: {
    ...withPicture.more,
    isAppliedFor: flag(`EXISTS (SELECT 1 FROM vehicle_routes x JOIN transport_applications a
      ON a.school_id = x.school_id AND (a.wanted_run_id = x.id OR a.run_id = x.id) WHERE x.school_id = t.school_id AND x.vehicle_id = t.id)`),
  },
  values: () => {
    const today = todayInIndia(new Date())
    return { today, soon: addDays(today, expiringDays) }
  },
  search: ['t.vehicle_number', 't.driver_name', 't.attendant_name'],
  filters: {
    type: 't.vehicle_type = :type',
    status: 't.status = :status',
    documents: "(d.expired > 0 OR (:documents = 'due' AND d.ending > 0))",
  },
  orders: { number: 't.vehicle_number', capacity: 't.capacity', passengers: 'passengers' },
})

type Unfit = Abroad | { ok: false; reason: 'too-small'; taken: number }

const records = plainRecords(Vehicle, vehicleForm, {
  kind: 'vehicle',
  details: (vehicle, before) => ({
    number: vehicle.vehicleNumber,
    status: vehicle.status,
    seats: vehicle.capacity,
    ...(before ? { seatsBefore: before.capacity } : {}),
    driver: vehicle.driverName,
    fee: vehicle.feeType,
    amountPaise: vehicle.amountPaise,
  }),
  lastDetails: ({ vehicleNumber }) => ({ number: vehicleNumber }),
  check: (values, say) => {
    if (values.feeType === 'fixed' && values.amountPaise === null)
      say('amountPaise', 'A fixed fee needs its monthly amount')
    const hasDegrees = Boolean(values.destinationLatitude || values.destinationLongitude)
    if (hasDegrees && !values.destinationAddress) say('destinationAddress', 'Enter the name of this place')
    if (!hasDegrees && values.destinationAddress)
      say('destinationLatitude', 'Find the place, or enter its coordinates: fares are calculated up to it')
    checkLocations(values, vehicleLocations, say)
  },
  accept: (values): Promise<Unfit | null> => refuseAbroad(values, vehicleLocations),
  taken: { vehicles_number: 'number-taken' },
  /**
   * Refuses `too-small` when a trip has more occupied seats than the new capacity; `taken` is the number of occupied
   * seats of the fullest trip.
   */
  refuse: async ({ schoolId }, { id }, { capacity }): Promise<Unfit | null> => {
    const fullest = await selectRow(
      { taken: number('seats_taken') },
      `FROM vehicle_routes WHERE school_id = :schoolId AND vehicle_id = :id
       ORDER BY seats_taken DESC LIMIT 1 FOR UPDATE`,
      { schoolId, id },
    )
    const takenSeats = fullest?.taken ?? 0
    return capacity < takenSeats ? { ...refused('too-small'), taken: takenSeats } : null
  },
  follow: async ({ schoolId }, { id }, { capacity: seats }) => {
    await execute(
      `UPDATE vehicle_routes SET seats = :seats, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND vehicle_id = :id AND seats <> :seats`,
      { schoolId, id, seats },
    )
  },
  removeParts: async (_, { schoolId, id }) => {
    const ofIt = 'WHERE school_id = :schoolId AND vehicle_id = :id'
    const files = await selectRows(
      { fileId: number('file_id') },
      `FROM vehicle_documents ${ofIt} AND file_id IS NOT NULL`,
      { schoolId, id },
    )
    await execute(`DELETE FROM vehicle_routes ${ofIt}`, { schoolId, id })
    await execute(`DELETE FROM vehicle_documents ${ofIt}`, { schoolId, id })
    return files.map(({ fileId }) => fileId)
  },
  // A vehicle cannot be deleted while an application refers to one of its trips, as assigned or as applied for.
  held: { transport_applications_wanted: 'applied-for', transport_applications_run: 'applied-for' },
})

/** Vehicles of a school; the seats of their trips follow the capacity, and existing applications keep their fare. */
export const vehicles = { ...reads, ...records }

/** Replaces or removes the picture of a vehicle. Refuses `not-found` and as `savePicture` does. */
export function saveVehiclePicture(scope: SchoolScope, publicId: string, change: PictureChange) {
  return inTransaction(async () => {
    const vehicle = await lockThing(Vehicle, scope, publicId)
    if (!vehicle) return refused('not-found')
    const pictured = { table: 'vehicles', kind: 'vehicle', details: { number: vehicle.vehicleNumber } } as const
    return savePicture(scope, { ...vehicle, ...pictured }, change)
  })
}
