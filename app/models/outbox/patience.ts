/** A piece of work that failed this often is given up and left for people to look at. */
export const mostAttempts = 12

/** Seconds to wait after the given failed attempt (1, 2, …): 5, 10, 20 … and at most an hour; some two and a half hours in all. */
export function pauseAfter(attempt: number): number {
  return Math.min(5 * 2 ** (attempt - 1), 3600)
}
