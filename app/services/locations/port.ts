import type { Point } from '~/models/core/shared/geo'

export interface KnownLocation {
  /** Display text, such as `Kalavad Road, Rajkot, Gujarat 360001`. */
  address: string
  point: Point
}

export interface Travel {
  /** Distance by road if the service knows it, otherwise along the great circle. */
  metres: number
  minutes: number
}

/**
 * Finds locations in India. Two implementations: Google Maps with the school's own key, and the built-in table, which
 * is always available. `trouble` means that the service is down, slow, or refuses the key.
 */
export interface LocationsService {
  readonly name: 'google' | 'built-in'
  /** Locations that match a typed text, the best match first; those close to `near` come first. */
  search(text: string, near: Point | null): Promise<LocationsAnswer<KnownLocation[]>>
  /** Location at a point; null for a point far from every town of India. */
  locationAt(point: Point): Promise<LocationsAnswer<KnownLocation | null>>
  travel(from: Point, to: Point): Promise<LocationsAnswer<Travel>>
}

/** `isFinal`: the service works but has no answer to this request; a retry would return the same. */
export type LocationsAnswer<Value> = { ok: true; value: Value } | { ok: false; trouble: string; isFinal?: true }

export const maxLocations = 8
