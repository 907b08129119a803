import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const shortTime = 59_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Loads the two helpers with this TEST_SLOWNESS. */
async function loadFor(slowness: string | undefined) {
  vi.stubEnv('TEST_SLOWNESS', slowness)
  vi.resetModules()
  return { ...(await import('./slowness')), ...(await import('./steadily')) }
}

describe('patience', () => {
  it.each([
    ['2.5', 2.5, 2500],
    ['1', 1, 1000],
    ['0.5', 1, 1000],
    ['', 1, 1000],
    ['slow', 1, 1000],
    [undefined, 1, 1000],
  ])('multiplies a limit by TEST_SLOWNESS=%s, but never shortens it', async (given, factor, ms) => {
    const { slowness, patience } = await loadFor(given)
    expect([slowness, patience(1000)]).toEqual([factor, ms])
  })

  it.each([
    ['1', 15_000],
    ['3', 45_000],
    ['20', 60_000],
  ])(
    'lets a statement take longer for TEST_SLOWNESS=%s, and never longer than the setting allows',
    async (given, ms) => {
      expect((await loadFor(given)).databasePatienceMs).toBe(ms)
    },
  )
})

describe('steadily', () => {
  it('returns the result of slow work that reports its steps', async () => {
    const { steadily } = await loadFor('1')
    const work = steadily(async (step) => {
      for (let count = 0; count < 100; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, shortTime))
        step(`step ${count}`)
      }
      return 'done'
    })
    await vi.advanceTimersByTimeAsync(100 * shortTime)
    expect(await work).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails after a minute without a step and names the last one', async () => {
    const { steadily } = await loadFor('1')
    const failure = expect(
      steadily((step) => {
        step('/school/fees as a teacher')
        return new Promise(() => {})
      }),
    ).rejects.toThrow('No step for 60 s after /school/fees as a teacher')
    await vi.advanceTimersByTimeAsync(60_000)
    await failure
  })

  it('fails after the given quietSeconds without a first step', async () => {
    const { steadily } = await loadFor('1')
    const failure = expect(steadily(() => new Promise(() => {}), { quietSeconds: 5 })).rejects.toThrow(
      'No step for 5 s after its start',
    )
    await vi.advanceTimersByTimeAsync(5_000)
    await failure
  })

  it('waits longer on a slow machine', async () => {
    const { steadily } = await loadFor('3')
    const work = steadily(() => new Promise((resolve) => setTimeout(() => resolve('late'), 170_000)))
    await vi.advanceTimersByTimeAsync(170_000)
    expect(await work).toBe('late')
  })

  it('rethrows the error of the work and stops its own timer', async () => {
    const { steadily } = await loadFor('1')
    await expect(steadily(() => Promise.reject(new Error('wrong answer')))).rejects.toThrow('wrong answer')
    expect(vi.getTimerCount()).toBe(0)
  })
})
