/** Point in degrees (WGS 84). */
export interface Point {
  latitude: number
  longitude: number
}

/** Bounding box of India with its islands, in whole degrees. */
export const indiaBox = { south: 6, north: 38, west: 68, east: 98 } as const

/** Initial map view: the middle of India. */
export const mapOfIndia = { center: { latitude: 22.5, longitude: 79.5 }, zoom: 10 } as const

/** Radius of the sphere for distances: the mean radius of the Earth. */
export const earthRadiusKm = 6371

/** Great-circle distance in km, by the haversine formula. */
export function greatCircleKm(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(half)))
}

export function isInIndiaBox({ latitude, longitude }: Point): boolean {
  return (
    latitude >= indiaBox.south && latitude <= indiaBox.north && longitude >= indiaBox.west && longitude <= indiaBox.east
  )
}

export type PointRefusal = 'no-number' | 'out-of-range' | 'swapped' | 'outside-india'

/** Parses `latitude, longitude` in one text as `readPoint` does; null for any other text. */
export function readPointIn(text: string): ReturnType<typeof readPoint> | null {
  const [, latitude, longitude] = /^\s*([+-]?[\d.]+)\s*,\s*([+-]?[\d.]+)\s*$/.exec(text) ?? []
  return latitude === undefined || longitude === undefined ? null : readPoint(latitude, longitude)
}

/**
 * Parses typed coordinates. Refuses `no-number`, `out-of-range` (no such coordinates), `swapped` (in India only after
 * swapping the two) and `outside-india`.
 */
export function readPoint(latitude: string, longitude: string): { point: Point } | { refusal: PointRefusal } {
  const isNumber = (coordinate: string) => /^[+-]?\d{1,3}(\.\d{1,12})?$/.test(coordinate.trim())
  if (!isNumber(latitude) || !isNumber(longitude)) return { refusal: 'no-number' }
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  if (isInIndiaBox(point)) return { point }
  if (isInIndiaBox({ latitude: point.longitude, longitude: point.latitude })) return { refusal: 'swapped' }
  const exists = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180
  return { refusal: exists ? 'outside-india' : 'out-of-range' }
}
