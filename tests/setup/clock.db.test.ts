import { expect, it } from 'vitest'
import { readRow } from '../factories/read'

it('the test process has the same time as its database, and the time set by TEST_MOVED_TO', async () => {
  const before = Date.now()
  const row = await readRow<{ now: Date }>('SELECT UTC_TIMESTAMP(3) AS now')
  expect(row?.now.getTime()).toBeGreaterThan(before - 2_000)
  expect(row?.now.getTime()).toBeLessThan(Date.now() + 2_000)
  // Set by scripts/test-days.mjs.
  const moved = process.env.TEST_MOVED_TO
  if (moved) {
    expect(before).toBeGreaterThan(Date.parse(moved))
    expect(before).toBeLessThan(Date.parse(moved) + 3_600_000)
  }
})
