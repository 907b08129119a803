const height = 190
const top = 30
const field = 124

const rounded = (number: number) => Math.round(number * 10) / 10

/**
 * Where a line of percentages runs; `place` is the day's number within the `days` that the chart covers, from 0. Needs a point. Heights
 * are pixels; places across are percents of whatever width there is, so that words keep their size. The line's own field begins at
 * `top` and is `field` high; its points are hundredths of it both ways. `last` is the newest point: what the chart says.
 */
export function lineGeometry(rows: ReadonlyArray<{ place: number; value: number }>, days: number, watched: number) {
  // Low enough that the words of the lowest line do not touch those of the watched one.
  const lowest = Math.min(watched - 10, ...rows.map(({ value }) => value))
  const low = Math.max(0, Math.floor((lowest - 5) / 10) * 10)
  const across = (place: number) => (place / (days - 1)) * 100
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
