import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.server'

it('keeps a password as argon2id with a salt of its own, at OWASP’s cost or more', async () => {
  const [one, two] = await Promise.all([hashPassword('the same'), hashPassword('the same')])
  const [, memory = 0, passes = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(one)?.map(Number) ?? []
  expect(memory).toBeGreaterThanOrEqual(19_456)
  expect(passes).toBeGreaterThanOrEqual(2)
  expect(two).not.toBe(one)
})

it('compares a password whole and as it was typed', async () => {
  const long = `${'अ'.repeat(199)}a`
  const hash = await hashPassword(long)
  expect(await verifyPassword(hash, long)).toBe(true)
  for (const other of [`${'अ'.repeat(199)}b`, long.toUpperCase(), long.slice(0, -1), ` ${long}`]) {
    expect(await verifyPassword(hash, other)).toBe(false)
  }
})
