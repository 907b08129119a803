import type { Point } from '~/models/shared/geo'

export interface MapPoint {
  /** What the point is: `Pickup`, the name of a school or of a stop. */
  label: string
  point: Point
}

/** A drawing in units of its own view box; only numbers and short texts, so that a page can carry it. */
export interface MapGeometry {
  width: number
  height: number
  points: ReadonlyArray<{ label: string; x: number; y: number; isLeft: boolean }>
  /** The way from point to point, as an SVG path. */
  line: string
  /** A bar of a round length below the drawing. */
  scale: { width: number; text: string }
}

const width = 640
const height = 280
const padding = 44
/** Points that lie together are not blown up to a street. */
const smallestKm = 0.5
const kmOfADegree = 111.19

const rounded = (number: number) => Math.round(number * 10) / 10

/**
 * Where points lie on a small map: north is up, and a km is as long across as it is up (the projection is plain, good for the few hundred
 * km that a school bus drives). `textOf` says a length in km.
 */
export function mapGeometry(places: readonly MapPoint[], textOf: (km: number) => string): MapGeometry {
  const latitudes = places.map(({ point }) => point.latitude)
  const longitudes = places.map(({ point }) => point.longitude)
  const middle = {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
  }
  const kmEast = kmOfADegree * Math.cos((middle.latitude * Math.PI) / 180)
  const east = (point: Point) => (point.longitude - middle.longitude) * kmEast
  const north = (point: Point) => (point.latitude - middle.latitude) * kmOfADegree
  const halfWidthKm = Math.max(smallestKm, ...places.map(({ point }) => Math.abs(east(point))))
  const halfHeightKm = Math.max(smallestKm, ...places.map(({ point }) => Math.abs(north(point))))
  const perKm = Math.min((width / 2 - padding) / halfWidthKm, (height / 2 - padding) / halfHeightKm)
  const points = places.map(({ label, point }) => {
    const x = rounded(width / 2 + east(point) * perKm)
    return { label, x, y: rounded(height / 2 - north(point) * perKm), isLeft: x > width / 2 }
  })
  const km = roundLength(width / 4 / perKm)
  return {
    width,
    height,
    points,
    line: points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
    scale: { width: rounded(km * perKm), text: textOf(km) },
  }
}

/** The longest of 1, 2 and 5 times a power of ten that is not longer. */
function roundLength(km: number): number {
  const power = 10 ** Math.floor(Math.log10(km))
  const factor = [5, 2, 1].find((one) => one * power <= km) ?? 1
  return Number((factor * power).toPrecision(1))
}
