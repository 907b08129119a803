import { m } from '~/language/paraglide/messages'
import type { PaymentMethod } from '~/models/ledger/options'
import { formatPaise } from '~/models/shared/money'
import { clockOf } from '~/models/shared/time-of-day'
import type { VehicleType } from '~/models/vehicles/vehicle-fields'
import type { OfferedTrip, OfferedVehicle } from './offered-vehicles.server'
import type { Calculation } from './rules'

const money = (paise: number) => formatPaise(paise, { style: 'short' })

export function vehicleTypeWord(type: VehicleType): string {
  return {
    bus: m.vehicles_type_bus,
    minibus: m.vehicles_type_minibus,
    van: m.vehicles_type_van,
    car: m.vehicles_type_car,
    auto: m.vehicles_type_auto,
  }[type]()
}

/** What a month in a vehicle costs, line by line: its own rate or price, else the school's tariff. */
export function feeLines({ amountPaise, feeType, tariff }: OfferedVehicle): string[] {
  if (amountPaise === null)
    return [
      m.vehicles_fee_base({ amount: money(tariff.basePaise) }),
      m.vehicles_fee_rate({ amount: money(tariff.perKmPaise) }),
    ]
  return [feeType === 'fixed' ? monthly(amountPaise) : m.vehicles_fee_rate({ amount: money(amountPaise) })]
}

/** The same with what holds for every vehicle of the school. The standard tariff gives HT's fixed text. */
export function tariffLines(vehicle: OfferedVehicle): string[] {
  const { annualDiscountPercent: percent, depositPaise } = vehicle.tariff
  return [
    ...feeLines(vehicle),
    ...(percent > 0 ? [m.vehicles_fee_discount({ percent })] : []),
    ...(depositPaise > 0 ? [m.vehicles_fee_deposit({ amount: money(depositPaise) })] : []),
  ]
}

export function monthly(paise: number): string {
  return m.vehicles_fee_month({ amount: money(paise) })
}

/** `06:45–07:40`, and when it drives back. */
export function runTimesWord({ departureMinute, arrivalMinute, returnMinute }: OfferedTrip): string {
  const times = `${clockOf(departureMinute)}–${clockOf(arrivalMinute)}`
  return returnMinute === null ? times : m.vehicles_times_back({ times, time: clockOf(returnMinute) })
}

/** By which rule a fee came to be. */
export function calculationWord(calculation: Calculation): string {
  return {
    route: m.vehicles_by_route,
    fixed: m.vehicles_by_fixed,
    per_km: m.vehicles_by_km,
    tariff: m.vehicles_by_tariff,
  }[calculation]()
}

export function paymentMethodWord(method: PaymentMethod): string {
  return {
    online: m.receipt_method_online,
    cash: m.receipt_method_cash,
    cheque: m.receipt_method_cheque,
    upi: m.receipt_method_upi,
    bank_transfer: m.receipt_method_bank_transfer,
  }[method]()
}
