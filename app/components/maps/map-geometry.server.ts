import type { Point } from '~/models/core/shared/geo'

export interface MapPoint {
  /** For example `Pickup`, or the name of a school or stop. */
  label: string
  point: Point
}

/** Drawing in view-box units. Only numbers and short texts, to keep the page data small. */
export interface MapGeometry {
  width: number
  height: number
  points: ReadonlyArray<{ label: string; x: number; y: number; isLeft: boolean }>
  /** Line through the points as an SVG path. */
  line: string
  /** Scale bar of a round length below the drawing. */
  scale: { width: number; text: string }
}

const width = 640
const height = 280
const padding = 44
/** Half of the minimum extent in km, so that a map of points close together does not zoom in to a single street. */
const smallestKm = 0.5
const kmOfADegree = 111.19

const rounded = (number: number) => Math.round(number * 10) / 10

/**
 * Positions of points on a small map, north up. The flat projection is accurate enough for the few hundred km of a
 * school bus. `textOf` formats a length in km.
 */
export function mapGeometry(locations: readonly MapPoint[], textOf: (km: number) => string): MapGeometry {
  const latitudes = locations.map(({ point }) => point.latitude)
  const longitudes = locations.map(({ point }) => point.longitude)
  const middle = {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
  }
  const kmEast = kmOfADegree * Math.cos((middle.latitude * Math.PI) / 180)
  const east = (point: Point) => (point.longitude - middle.longitude) * kmEast
  const north = (point: Point) => (point.latitude - middle.latitude) * kmOfADegree
  const halfWidthKm = Math.max(smallestKm, ...locations.map(({ point }) => Math.abs(east(point))))
  const halfHeightKm = Math.max(smallestKm, ...locations.map(({ point }) => Math.abs(north(point))))
  const perKm = Math.min((width / 2 - padding) / halfWidthKm, (height / 2 - padding) / halfHeightKm)
  const points = locations.map(({ label, point }) => {
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

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundLength(km: number): number {
  const power = 10 ** Math.floor(Math.log10(km))
  const factor = [5, 2, 1].find((one) => one * power <= km) ?? 1
  return Number((factor * power).toPrecision(1))
}
