import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { clockOf } from '~/models/core/shared/time-of-day'
import { labelsFor } from '~/models/money/subscriptions/words'
import type { VehicleType } from '~/models/money/vehicles/vehicle-fields'
import type { VehicleRefusal } from './apply/apply.server'
import type { OfferedTrip, OfferedVehicle } from './apply/offered-vehicles.server'
import { type Trouble, transportTrouble } from './words.server'

const money = (paise: number) => formatPaise(paise, { style: 'short' })

export const vehicleTypeWord = labelsFor<VehicleType>({
  bus: m.vehicles_type_bus,
  minibus: m.vehicles_type_minibus,
  van: m.vehicles_type_van,
  car: m.vehicles_type_car,
  auto: m.vehicles_type_auto,
})

/** Monthly cost of a vehicle, line by line: its own rate or price, or the school's tariff. */
export function feeLines({ amountPaise, feeType, basePaise, perKmPaise }: OfferedVehicle): string[] {
  if (amountPaise === null)
    return [m.vehicles_fee_base({ amount: money(basePaise) }), m.vehicles_fee_rate({ amount: money(perKmPaise) })]
  return [feeType === 'fixed' ? monthly(amountPaise) : m.vehicles_fee_rate({ amount: money(amountPaise) })]
}

/**
 * Lists the cost of a vehicle and the terms that apply to all vehicles of the school. With the standard tariff, the
 * text is that of the hostel and transport specification.
 */
export function tariffLines(vehicle: OfferedVehicle): string[] {
  const { annualDiscountPercent: percent, depositPaise } = vehicle
  return [
    ...feeLines(vehicle),
    ...(percent > 0 ? [m.vehicles_fee_discount({ percent })] : []),
    ...(depositPaise > 0 ? [m.vehicles_fee_deposit({ amount: money(depositPaise) })] : []),
  ]
}

export function monthly(paise: number): string {
  return m.vehicles_fee_month({ amount: money(paise) })
}

export function runTimesWord({ departureMinute, arrivalMinute, returnMinute }: OfferedTrip): string {
  const times = `${clockOf(departureMinute)}–${clockOf(arrivalMinute)}`
  return returnMinute === null ? times : m.vehicles_times_back({ times, time: clockOf(returnMinute) })
}

/** Error messages for a vehicle application; falls back to `transportTrouble`. */
export function vehicleTrouble(reason: VehicleRefusal): Trouble {
  if (reason === 'vehicle-gone') return { field: 'route_id', message: m.vehicles_gone() }
  if (reason === 'full') return { field: 'route_id', message: m.vehicles_full() }
  return reason === 'no-destination' ? { field: '', message: m.vehicles_no_destination() } : transportTrouble(reason)
}
