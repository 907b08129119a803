const height = 190
const top = 30
const field = 124

const rounded = (number: number) => Math.round(number * 10) / 10

/**
 * Positions for a line chart of percentages, with a horizontal line at the percentage `watched`. In `rows`, which must
 * not be empty, `place` is the index of the day from 0. Vertical values are pixels and horizontal ones are percent of
 * the width, so that text keeps its size. The plot begins at `top` and is `field` high; `points` are percent of the
 * plot's width and height.
 */
export function lineGeometry(rows: ReadonlyArray<{ place: number; value: number }>, days: number, watched: number) {
  // Starts the scale low enough that its lowest label does not touch the label of `watched`.
  const lowest = Math.min(watched - 10, ...rows.map(({ value }) => value))
  const low = Math.max(0, Math.floor((lowest - 5) / 10) * 10)
  // With only one day, its point is at the left edge.
  const across = (dayIndex: number) => (dayIndex / Math.max(1, days - 1)) * 100
  const down = (value: number) => ((100 - value) / (100 - low)) * 100
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
