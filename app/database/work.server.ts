import { AsyncLocalStorage } from 'node:async_hooks'

/** The request or job that a statement belongs to. */
interface Work {
  statements: number
  /** A client waits for the response. */
  isRequest?: true
}

const current = new AsyncLocalStorage<Work>()

/** Counts the statements that `run` sends; tests compare them with a page's budget. */
export async function countQueries<T>(run: () => Promise<T>): Promise<{ value: T; count: number }> {
  const work: Work = { statements: 0 }
  const value = await current.run(work, run)
  return { value, count: work.statements }
}

/**
 * Runs the work of a request, whose statements have a timeout: `DATABASE_PATIENCE_MS` for a read, three times as long
 * for a write or in a transaction.
 */
export async function workForRequest(run: () => Promise<unknown>): Promise<void> {
  await current.run({ statements: 0, isRequest: true }, run)
}

/** Whether a client waits for the work around this call. */
export const isForRequest = (): boolean => current.getStore()?.isRequest ?? false

/** Statements sent so far in the counted work around this call; 0 outside such work. */
export function queriesSoFar(): number {
  return current.getStore()?.statements ?? 0
}

export function noteStatement(): void {
  const work = current.getStore()
  if (work) work.statements += 1
}
