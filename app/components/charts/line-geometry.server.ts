import { scaleLinear } from 'd3-scale'

/** A line over days. Heights are pixels; places across are percents of whatever width there is, so that words keep their size. */
export interface LineGeometry {
  height: number
  /** Where the line's own field begins, and how high it is; the points are hundredths of it both ways. */
  top: number
  field: number
  points: string
  /** The lowest value shown. */
  low: number
  ticks: ReadonlyArray<{ value: number; y: number }>
  /** The newest point: what the chart says. */
  last: { x: number; y: number; value: number }
}

const height = 190
const top = 30
const field = 124

const rounded = (number: number) => Math.round(number * 10) / 10

/** Where a line of percentages runs; `place` is the day's number within the `days` that the chart covers, from 0. Needs a point. */
export function lineGeometry(
  rows: ReadonlyArray<{ place: number; value: number }>,
  days: number,
  watched: number,
): LineGeometry {
  // Low enough that the words of the lowest line do not touch those of the watched one.
  const lowest = Math.min(watched - 10, ...rows.map(({ value }) => value))
  const low = Math.max(0, Math.floor((lowest - 5) / 10) * 10)
  const across = scaleLinear([0, days - 1], [0, 100])
  const down = scaleLinear([low, 100], [100, 0])
  const yOf = (value: number) => rounded(top + (down(value) * field) / 100)
  const newest = rows.at(-1) ?? { place: 0, value: 0 }
  return {
    height,
    top,
    field,
    low,
    points: rows.map(({ place, value }) => `${rounded(across(place))},${rounded(down(value))}`).join(' '),
    ticks: [low, watched, 100].map((value) => ({ value, y: yOf(value) })),
    last: { x: rounded(across(newest.place)), y: yOf(newest.value), value: newest.value },
  }
}
