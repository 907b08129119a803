import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency } from './few-at-once'

it('runs two tasks at a time, in order of arrival, also after a failure', async () => {
  const run = limitConcurrency(2)
  let now = 0
  let max = 0
  const order: number[] = []
  const work = (index: number) => async () => {
    now += 1
    max = Math.max(max, now)
    order.push(index)
    await nextTurn()
    now -= 1
    if (index === 1) throw new Error('failed')
    return index
  }
  const done = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => run(work(index))))
  expect(done.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([0, 'failed', 2, 3, 4])
  expect(max).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(await run(work(5))).toBe(5)
})
