import { beforeAll } from 'vitest'
import { hourMs, patience } from './slowness'

/**
 * Runs `work` for as long as it reports steps, and fails after `quietSeconds` without a step. Meant for tests of all
 * routes, files or flows, which take longer as the product grows. Give the test itself `{ timeout: hourMs }`.
 */
export async function steadily<T>(
  work: (step: (what: string) => void) => Promise<T>,
  { quietSeconds = 60 } = {},
): Promise<T> {
  let last = 'its start'
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, fail) => {
    const limitMs = patience(quietSeconds * 1000)
    timer = setTimeout(() => fail(new Error(`No step for ${limitMs / 1000} s after ${last}`)), limitMs)
  })
  try {
    return await Promise.race([
      work((what) => {
        last = what
        timer?.refresh()
      }),
      silence,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs a set-up before the tests of a file, for as long as it reports steps; fails after five quiet minutes. Meant for
 * set-ups of several long steps, for example an app and a school with data of every kind.
 */
export function beforeAllSteadily(work: (step: (what: string) => void) => Promise<void>): void {
  beforeAll(() => steadily(work, { quietSeconds: 300 }), hourMs)
}
