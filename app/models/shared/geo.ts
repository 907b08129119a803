/** A point on the ground, in degrees (WGS 84). */
export interface Point {
  latitude: number
  longitude: number
}

/** Around India with its islands, in whole degrees. */
export const indiaBox = { south: 6, north: 38, west: 68, east: 98 } as const

/** Where a map of nothing yet stands: the middle of India (HT section 9). */
export const mapOfIndia = { center: { latitude: 22.5, longitude: 79.5 }, zoom: 10 } as const

/** Of the sphere on which distances are measured (HT section 9). */
export const earthRadiusKm = 6371

/** Great-circle distance in km (HT section 9). */
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

/** Two degrees in one text, with a comma between them, as `readPoint` reads them; null for any other text. */
export function readPointIn(text: string): ReturnType<typeof readPoint> | null {
  const [, latitude, longitude] = /^\s*([+-]?[\d.]+)\s*,\s*([+-]?[\d.]+)\s*$/.exec(text) ?? []
  return latitude === undefined || longitude === undefined ? null : readPoint(latitude, longitude)
}

/**
 * Two typed degrees as a point. Refuses, by name: `no-number`, `out-of-range` (no place on earth has it), `swapped` (the two would be in
 * India the other way round) and `outside-india`.
 */
export function readPoint(latitude: string, longitude: string): { point: Point } | { refusal: PointRefusal } {
  const isNumber = (typed: string) => /^[+-]?\d{1,3}(\.\d{1,12})?$/.test(typed.trim())
  if (!isNumber(latitude) || !isNumber(longitude)) return { refusal: 'no-number' }
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  if (isInIndiaBox(point)) return { point }
  if (isInIndiaBox({ latitude: point.longitude, longitude: point.latitude })) return { refusal: 'swapped' }
  const exists = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180
  return { refusal: exists ? 'outside-india' : 'out-of-range' }
}
