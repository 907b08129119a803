/** A piece of work that failed this often is given up and left for people to look at. */
export const maxAttempts = 12

/**
 * A job whose worker ended this often while it ran is given up. Once may be another's fault, or the machine's; after that it runs with no
 * other job beside it, so that the second time is its own.
 */
export const maxLosses = 2

/** Seconds to wait after the given failed attempt (1, 2, …): 5, 10, 20 … and at most an hour; some two and a half hours in all. */
export function pauseAfter(attempt: number): number {
  return Math.min(5 * 2 ** (attempt - 1), 3600)
}

/** Seconds for which a worker has a job without saying so again, which it does three times in them. */
export const leaseSeconds = 60
