/**
 * Creates token buckets, one for each name: each holds up to `max` tokens and gains one every `msForOne` milliseconds.
 * The returned function takes a token, and returns false if none is left.
 */
export function rate(max: number, msForOne: number) {
  const buckets = new Map<string, { left: number; at: number }>()
  return (name: string, now: number): boolean => {
    const bucket = buckets.get(name) ?? { left: max, at: now }
    const left = Math.min(max, bucket.left + (now - bucket.at) / msForOne)
    buckets.set(name, { left: left >= 1 ? left - 1 : left, at: now })
    return left >= 1
  }
}
