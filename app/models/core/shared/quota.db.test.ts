import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { unique } from '../../../../tests/factories/insert'
import { takeQuota } from './quota.server'

const passed = (answers: boolean[]) => answers.filter(Boolean).length

it('checks and counts atomically: fifty concurrent calls do not exceed the limit', async () => {
  const bucket = `test:${unique()}`
  expect(passed(await Promise.all(Array.from({ length: 50 }, () => takeQuota(bucket, 20))))).toBe(20)
  expect(await takeQuota(bucket, 20)).toBe(false)
  expect(await takeQuota(`test:${unique()}`, 20)).toBe(true)
})

it('resets the quota when its lifetime is over', async () => {
  const bucket = `test:${unique()}`
  expect([await takeQuota(bucket, 1), await takeQuota(bucket, 1)]).toEqual([true, false])
  await execute('UPDATE throttles SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE bucket = :bucket', {
    bucket,
  })
  expect([await takeQuota(bucket, 1), await takeQuota(bucket, 1)]).toEqual([true, false])
})

it('refuses an amount above what is left of the quota, and still accepts a smaller one that fits', async () => {
  const bucket = `test:${unique()}`
  const take = (amount: number) => takeQuota(bucket, 100, 3600, amount)
  expect([await take(60), await take(60), await take(40), await take(1)]).toEqual([true, false, true, false])
})
