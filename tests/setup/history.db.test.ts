import { expect, it, vi } from 'vitest'
import { fillAlone } from './history'

it('makes a second run on the same database wait until the first run has filled it', async () => {
  const url = process.env.TEST_DATABASE_URL ?? ''
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const steps: string[] = []
  let filled = () => {}
  const first = fillAlone(url, async () => {
    steps.push('first begins')
    await new Promise<void>((resolve) => {
      filled = resolve
    })
    steps.push('first ends')
  })
  await expect.poll(() => steps).toEqual(['first begins'])
  const second = fillAlone(url, async () => {
    steps.push('second')
  })
  await expect.poll(() => log.mock.calls.flat()).toEqual(['Waiting for another run that fills this database …'])
  filled()
  await Promise.all([first, second])
  expect(steps).toEqual(['first begins', 'first ends', 'second'])
  log.mockRestore()
})
