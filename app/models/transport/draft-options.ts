import type { Point } from '~/models/shared/geo'

/**
 * The answers of the two forms, by HT's names. `calculated_for` says for which of them a fare has been calculated, `pickup_place` and
 * `drop_place` what lies at the chosen points.
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

/** A chosen place as a form sends it. */
export function locationValue({ address, point }: { address: string; point: Point }): string {
  return `${point.latitude.toFixed(6)},${point.longitude.toFixed(6)} ${address}`
}
