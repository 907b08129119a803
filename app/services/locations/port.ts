import type { Point } from '~/models/shared/geo'

export interface KnownLocation {
  /** As it is shown: `Kalavad Road, Rajkot, Gujarat 360001`. */
  address: string
  point: Point
}

export interface Travel {
  /** Along the road where the service knows it, else along the great circle. */
  metres: number
  minutes: number
}

/**
 * Finds places of India. Two twins: Google Maps with a school's own key, and the built-in table, which is always there. An answer of
 * `trouble` means that the service is down, slow, or refuses the key.
 */
export interface LocationsService {
  readonly name: 'google' | 'built-in'
  /** Locations that a typed text may mean, the likeliest first, `near` before far. */
  search(text: string, near: Point | null): Promise<LocationsAnswer<KnownLocation[]>>
  /** The place at a point; null where nobody in India lives near it. */
  placeAt(point: Point): Promise<LocationsAnswer<KnownLocation | null>>
  travel(from: Point, to: Point): Promise<LocationsAnswer<Travel>>
}

/** `isFinal`: the service is well, and has no answer to this question; asked again, it would say the same. */
export type LocationsAnswer<Value> = { ok: true; value: Value } | { ok: false; trouble: string; isFinal?: true }

export const maxLocations = 8
