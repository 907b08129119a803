/** Attempts after which failing work is abandoned and left for the operator. */
export const maxAttempts = 12

/**
 * Number of lost workers after which a job is abandoned. The first loss may be the fault of another job or of the
 * machine. After it the job runs alone, so that a second loss is its own fault.
 */
export const maxLosses = 2

/**
 * Seconds to wait after the n-th failed attempt (1, 2, …): 5, 10, 20 … up to an hour; about two and a half hours in
 * total.
 */
export function pauseAfter(attempt: number): number {
  return Math.min(5 * 2 ** (attempt - 1), 3600)
}

/** Lease of a job in seconds, renewed by the worker three times within it. */
export const leaseSeconds = 60
