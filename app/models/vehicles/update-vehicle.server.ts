import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { vehicleColumns, vehicleFacts } from './create-vehicle.server'
import { lockVehicle } from './lock-rows.server'
import type { VehicleFields } from './office-schema'
import { Vehicle } from './tables.server'

/** A vehicle that has fewer seats than are taken on one of its runs; `taken` says how many that are. */
type TooSmall = { ok: false; reason: 'too-small'; taken: number }

/**
 * Changes a vehicle whole; the seats of all of its runs follow its capacity, and who applied before keeps the fare of that day. Refuses
 * `not-found`, `changed` (saved by somebody else since `version`), `number-taken` and `too-small` (more seats of a run are taken).
 */
export async function updateVehicle(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: VehicleFields,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'number-taken'> | TooSmall> {
  return inTransaction(
    async () => {
      const before = await lockVehicle(scope, publicId)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      const values = { schoolId: scope.schoolId, id: before.id }
      const fullest = await selectOne<{ taken: number }>(
        `SELECT seats_taken AS taken FROM vehicle_routes WHERE school_id = :schoolId AND vehicle_id = :id
         ORDER BY seats_taken DESC LIMIT 1 FOR UPDATE`,
        values,
      )
      const taken = fullest?.taken ?? 0
      if (fields.capacity < taken) return { ...refused('too-small'), taken }
      const where = { id: before.id, schoolId: scope.schoolId }
      await Vehicle.update({ ...vehicleColumns(fields), version: version + 1 }, { where })
      await execute(
        `UPDATE vehicle_routes SET seats = :seats, updated_at = UTC_TIMESTAMP(3)
         WHERE school_id = :schoolId AND vehicle_id = :id AND seats <> :seats`,
        { ...values, seats: fields.capacity },
      )
      const details = { ...vehicleFacts(fields), seatsBefore: before.capacity }
      await recordAudit(scope, { action: 'vehicle.updated', subject: { kind: 'vehicle', id: before.id }, details })
      return done()
    },
    {
      vehicles_number: 'number-taken',
    },
  )
}
