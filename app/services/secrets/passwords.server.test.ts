import { expect, it } from 'vitest'
import { maxAccountsChecked } from '~/models/people/students/options'
import { runForClient } from '~/services/programs/asker.server'
import {
  countWaitingPasswords,
  hashPassword,
  maxWaitingPasswords,
  PasswordsBusy,
  passwordsAtOnce,
  requireTurn,
  verifyAgainstDecoy,
  verifyPassword,
} from './passwords.server'

it('hashes a password as argon2id with its own salt, at OWASP’s cost or more', async () => {
  const [one, two] = await Promise.all([hashPassword('the same'), hashPassword('the same')])
  const [, memory = 0, passes = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(one)?.map(Number) ?? []
  expect(memory).toBeGreaterThanOrEqual(19_456)
  expect(passes).toBeGreaterThanOrEqual(2)
  expect(two).not.toBe(one)
})

it('compares the whole password, exactly as typed', async () => {
  const long = `${'अ'.repeat(199)}a`
  const hash = await hashPassword(long)
  expect(await verifyPassword(hash, long)).toBe(true)
  for (const other of [`${'अ'.repeat(199)}b`, long.toUpperCase(), long.slice(0, -1), ` ${long}`]) {
    expect(await verifyPassword(hash, other)).toBe(false)
  }
})

it('answers queued passwords in the order of arrival', async () => {
  const hash = await hashPassword('the same')
  const order: number[] = []
  const one = async (number: number) => {
    expect(await verifyPassword(hash, number % 2 === 0 ? 'the same' : 'another')).toBe(number % 2 === 0)
    order.push(number)
  }
  await Promise.all(Array.from({ length: 24 }, (_, number) => one(number)))
  // A program answers its requests in order, so the answers form at most as many ascending sequences as there are
  // programs.
  const rows: number[] = []
  for (const number of order) {
    const row = rows.findIndex((last) => last < number)
    if (row === -1) rows.push(number)
    else rows[row] = number
    rows.sort((one, other) => other - one)
  }
  expect(rows.length).toBeLessThanOrEqual(passwordsAtOnce)
})

it('refuses requests beyond the limit at once, and serves the others', async () => {
  // Uses an invalid hash, which takes no work to check, so that the many requests end quickly.
  const ask = () => verifyPassword('no hash', 'the same')
  const all = Array.from({ length: maxWaitingPasswords + passwordsAtOnce }, ask)
  await expect(ask()).rejects.toThrow(PasswordsBusy)
  expect(requireTurn).toThrow(PasswordsBusy)
  expect(countWaitingPasswords()).toBe(maxWaitingPasswords)
  expect(new Set(await Promise.all(all))).toEqual(new Set([false]))
  expect(countWaitingPasswords()).toBe(0)
})

it('serves a client from a new network, though others fill the queue, each with less than half of it', async () => {
  const askFrom = (network: string) =>
    runForClient({ gone: () => new AbortController().signal, network }, () => verifyPassword('no hash', 'the same'))
  // Each network sends three sign-in forms at once, each with a mobile number that 24 accounts share.
  const each = 3 * maxAccountsChecked
  const count = maxWaitingPasswords + passwordsAtOnce
  const crowd = Array.from({ length: count }, (_, number) => askFrom(`198.51.100.${Math.floor(number / each)}`))
  const ends = Promise.allSettled(crowd)
  expect(countWaitingPasswords()).toBe(maxWaitingPasswords)
  expect(await askFrom('203.0.113.7')).toBe(false)
  const evicted = (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(evicted).toEqual([expect.any(PasswordsBusy)])
})

it('accepts 600 waiting passwords from students behind one network address', () => {
  expect(maxWaitingPasswords / 2).toBeGreaterThanOrEqual(600)
})

it('drops the waiting passwords of a client that left, and still serves all other clients', async () => {
  const gone = new AbortController()
  const leaving = <Answer>(work: () => Promise<Answer>) => runForClient({ gone: () => gone.signal }, work)
  // Keeps the programs busy, so that all others wait.
  const first = Array.from({ length: passwordsAtOnce }, () => hashPassword('the same'))
  // The first unknown account of a process creates the hash that all others are compared with.
  const decoy = leaving(() => verifyAgainstDecoy('the same'))
  const others = Array.from({ length: passwordsAtOnce * 3 }, () => verifyAgainstDecoy('the same'))
  const left = Array.from({ length: maxWaitingPasswords / 2 }, () => leaving(() => hashPassword('the same')))
  gone.abort(new Error('gone'))
  const ends = await Promise.allSettled([decoy, ...left])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toEqual([])
  expect(new Set(await Promise.all(others))).toEqual(new Set([false]))
  expect(await Promise.all(first)).toHaveLength(passwordsAtOnce)
})
