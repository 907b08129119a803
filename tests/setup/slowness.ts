/*
 * Speed of the machine, for every limit in tests: the gate measures it at its start and sets TEST_SLOWNESS. A limit
 * must end a hanging test and never fail a slow one.
 */

/** Factor by which this machine is slower than an idle one; 1 or more. */
export const slowness = Math.max(1, Number(process.env.TEST_SLOWNESS) || 1)

/** Returns the limit for this machine, in milliseconds, for work that ends within `ms` on an idle one. */
export const patience = (ms: number): number => Math.ceil(ms * slowness)

/**
 * DATABASE_PATIENCE_MS of tests, at most the greatest value that this setting accepts: so long that a busy machine does
 * not look like a database that hangs.
 */
export const databasePatienceMs = Math.min(patience(15_000), 60_000)

/** Vitest's limit, in ms, for a test that `steadily` watches: so long that only `steadily` ends a hanging test. */
export const hourMs = 3_600_000
