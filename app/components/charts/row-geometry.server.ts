import { scaleLinear } from 'd3-scale'

/** Lengths of lying bars in percent of the width, the longest the whole of it; what is 0 still shows a sliver. */
export function rowLengths(values: readonly number[]): number[] {
  const along = scaleLinear([0, Math.max(1, ...values)], [0, 100])
  return values.map((value) => Math.max(2, Math.round(along(value))))
}
