import { scaleBand, scaleLinear } from 'd3-scale'

export interface BarRow {
  label: string
  /** One number per series; negative values draw no bar. */
  values: readonly number[]
}

export type BarGeometry = ReturnType<typeof barGeometry>

const width = 640
const height = 260
const left = 104
const bottom = 34
const top = 12

const rounded = (number: number) => Math.round(number * 10) / 10

/**
 * Positions of stacked or grouped bars in view-box units. Computed on the server, so that the chart needs no script.
 * The result has only numbers and short texts, to keep the page data small.
 */
export function barGeometry(rows: readonly BarRow[], textOf: (value: number) => string, isSideBySide = false) {
  const max = Math.max(
    1,
    ...rows.map(({ values }) =>
      isSideBySide ? Math.max(...values) : values.reduce((so, value) => so + Math.max(0, value), 0),
    ),
  )
  const up = scaleLinear([0, max], [height - bottom, top]).nice(4)
  const across = scaleBand(
    rows.map((_, index) => index),
    [left, width],
  ).padding(0.25)
  return {
    width,
    height,
    baseline: height - bottom,
    left,
    ticks: up.ticks(4).map((value) => ({ y: rounded(up(value)), text: textOf(value) })),
    columns: rows.map((row, index) => {
      const x = across(index) ?? left
      let below = 0
      return {
        label: row.label,
        middle: rounded(x + across.bandwidth() / 2),
        parts: row.values.map((signed, series) => {
          const value = Math.max(0, signed)
          const y = up(below + value)
          const wide = across.bandwidth() / (isSideBySide ? row.values.length : 1)
          const part = {
            series,
            x: rounded(isSideBySide ? x + series * wide : x),
            y: rounded(y),
            width: rounded(wide),
            height: rounded(up(below) - y),
          }
          if (!isSideBySide) below += value
          return part
        }),
      }
    }),
  }
}
