import type { Tone } from '~/models/shared/tone'
import {
  expiringDays,
  type FeeType,
  feeTypes,
  type VehicleDocumentKind,
  type VehicleStatus,
  type VehicleType,
  vehicleDocumentKinds,
  vehicleStatuses,
  vehicleTypes,
} from '~/models/vehicles/options'
import type { PaperState } from '~/models/vehicles/rules'
import { type FareBasis, fareBases } from './options'

export const vehicleTypeWords: Record<VehicleType, string> = {
  bus: 'Bus',
  minibus: 'Minibus',
  van: 'Van',
  car: 'Car',
  auto: 'Auto',
}

export const vehicleStatusWords: Record<VehicleStatus, string> = {
  active: 'Active',
  maintenance: 'Maintenance',
  inactive: 'Inactive',
}

export const vehicleStatusTones: Record<VehicleStatus, Tone> = {
  active: 'good',
  maintenance: 'warn',
  inactive: 'neutral',
}

export const feeTypeWords: Record<FeeType, string> = { per_km: 'Per km', fixed: 'Fixed', other: 'Other' }

export const documentKindWords: Record<VehicleDocumentKind, string> = {
  registration: 'Registration certificate',
  insurance: 'Insurance',
  fitness: 'Fitness certificate',
  permit: 'Permit',
  pollution: 'Pollution certificate',
  driver_licence: 'Driver’s licence',
  other: 'Other',
}

function choices<Value extends string>(values: readonly Value[], words: Record<Value, string>) {
  return values.map((value) => ({ value, label: words[value] }))
}

export const vehicleTypeChoices = choices(vehicleTypes, vehicleTypeWords)
export const vehicleStatusChoices = choices(vehicleStatuses, vehicleStatusWords)
export const feeTypeChoices = choices(feeTypes, feeTypeWords)
export const fareBasisWords: Record<FareBasis, string> = { distance: 'By distance', stop: 'By stop' }
export const fareBasisChoices = choices(fareBases, fareBasisWords)
export const documentKindChoices = choices(vehicleDocumentKinds, documentKindWords)

/** `12.4 km` */
export function kmWords(metres: number): string {
  return `${Math.round(metres / 100) / 10} km`
}

export const paperTones: Record<PaperState, Tone> = { expired: 'bad', ending: 'warn', good: 'good', open: 'neutral' }

export const paperWords: Record<PaperState, string> = {
  expired: 'Expired',
  ending: `Expires within ${expiringDays} days`,
  good: 'Valid',
  open: 'No expiry',
}
