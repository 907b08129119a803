import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from './lock-rows.server'
import type { VehicleFields } from './office-schema'
import { Vehicle } from './tables.server'

/**
 * Adds a vehicle; its amount is paise, a rate per km or the price of a month (null: the school's tariff). The same form key makes one
 * vehicle and has one answer, its public id. Refuses `number-taken`.
 */
export async function createVehicle(
  scope: SchoolScope,
  formKey: string,
  fields: VehicleFields,
): Promise<Outcome<string, 'number-taken'>> {
  try {
    return await inTransaction(async () => {
      const vehicle = await Vehicle.create({
        ...vehicleColumns(fields),
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        formKey,
      })
      const subject = { kind: 'vehicle', id: vehicle.id }
      await recordAudit(scope, { action: 'vehicle.created', subject, details: vehicleFacts(fields) })
      return done(vehicle.publicId)
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key !== 'vehicles_form_key' && key !== 'vehicles_number') throw error
    // The second of two clicks meets the number that the first has just taken.
    const where = { schoolId: scope.schoolId, formKey }
    const same = await Vehicle.findOne({ attributes: ['publicId'], where, raw: true })
    return same ? done(same.publicId) : refused('number-taken')
  }
}

export function vehicleColumns({ destination, ...fields }: VehicleFields) {
  const { latitude, longitude } = columnsOf(destination)
  return { ...fields, destinationLatitude: latitude, destinationLongitude: longitude }
}

/** What the audit log keeps of a vehicle: its seats, who drives, and what it costs. */
export function vehicleFacts(fields: VehicleFields) {
  return {
    number: fields.vehicleNumber,
    status: fields.status,
    seats: fields.capacity,
    driver: fields.driverName,
    fee: fields.feeType,
    amountPaise: fields.amountPaise,
  }
}
