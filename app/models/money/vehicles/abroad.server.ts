import { isNearIndia } from '~/models/core/schools/near-india.server'
import { readPoint } from '~/models/core/shared/geo'
import type { Location } from './locations'

/** Refusal of points outside India, with their latitude fields. */
export type Abroad = { ok: false; reason: 'abroad'; latitudes: string[] }

/** Refuses points outside India; the form only checks the bounding box. */
export async function refuseAbroad(values: object, locations: readonly Location[]): Promise<Abroad | null> {
  const textValues = values as Record<string, string | null>
  const latitudes: string[] = []
  for (const { latitude, longitude } of locations) {
    const read = readPoint(textValues[latitude] ?? '', textValues[longitude] ?? '')
    if ('point' in read && !(await isNearIndia(read.point))) latitudes.push(latitude)
  }
  return latitudes.length > 0 ? { ok: false, reason: 'abroad', latitudes } : null
}
