import { scaleLinear } from 'd3-scale'

/** Two parts of a ring in a view box of 120: how long each stroke is, and where the second begins. */
export interface ShareGeometry {
  around: number
  first: number
}

const around = 2 * Math.PI * 48

/** The ring of a part that is `percent` of the whole. */
export function shareGeometry(percent: number): ShareGeometry {
  const along = scaleLinear([0, 100], [0, around])
  return { around: Math.round(around * 10) / 10, first: Math.round(along(percent) * 10) / 10 }
}
