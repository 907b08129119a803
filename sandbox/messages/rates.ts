/**
 * Token bucket with a burst of `max` and a refill of one per `msForOne` milliseconds. Returns true when one more may
 * pass.
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
