import type { Point } from '~/models/core/shared/geo'

/**
 * Fields of the two draft forms, named as in the hostel and transport specification. `calculated_for` records the
 * answers for which a fare was calculated; `pickup_place` and `drop_place` hold the names of the chosen points.
 */
export const draftFields = [
  'pickup_address',
  'pickup_lat',
  'pickup_lng',
  'pickup_place',
  'drop_address',
  'drop_lat',
  'drop_lng',
  'drop_place',
  'drop_same',
  'fare_structure_id',
  'stop_id',
  'preferred_route_id',
  'vehicle_id',
  'route_id',
  'payment_plan',
  'emergency_contact',
  'medical_conditions',
  'special_requirements',
  'calculated_for',
] as const
export type DraftField = (typeof draftFields)[number]
export type DraftFields = Partial<Record<DraftField, string>>

/** Value of a chosen location as a form submits it. */
export function locationValue({ address, point }: { address: string; point: Point }): string {
  return `${point.latitude.toFixed(6)},${point.longitude.toFixed(6)} ${address}`
}
