import { generateSync } from 'otplib'
import { describe, expect, it } from 'vitest'
import { newCodeKey, stepOfCode } from '~/services/secrets/one-time-codes.server'
import { factorDelaySeconds, inGroups, passkeyObstacle, readFactorCode } from './second-factor-rules'

describe('readFactorCode', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['123\u00a0456', '123456'],
    ['૧૨૩૪૫૬', '123456'],
    ['૧૨૩ ૪૫૬', '123456'],
    ['०९८७६५', '098765'],
    ['１２３４５６', '123456'],
    ['12३૪56', '123456'],
    ['\u200e000001\u200f', '000001'],
  ])('reads %s as an app code', (typed, code) => {
    expect(readFactorCode(typed)).toEqual({ kind: 'app', code })
  })

  it.each(['7KQ4 MW2H BCDF 2345', '7kq4-mw2h-bcdf-2345', '7KQ4MW2HBCDF2345', ' 7kq4mw2h bcdf2345. '])(
    'reads %s as a recovery code',
    (typed) => {
      expect(readFactorCode(typed)).toEqual({ kind: 'recovery', code: '7KQ4MW2HBCDF2345' })
    },
  )

  it.each([
    '',
    '12345',
    '1234567',
    'abcdef',
    '٠١٢٣٤٥',
    '12345六',
    '7KQ4MW2HBCDF234',
    '7KQ4MW2HBCDF23456',
    '7KQ4MW2HBCDF234O',
    '7KQ4MW2HBCDF2341',
    '1234567890123456',
  ])('refuses %j', (typed) => {
    expect(readFactorCode(typed)).toBeNull()
  })

  it('formats codes in groups of four', () => {
    expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
    expect(inGroups('')).toBe('')
  })
})

describe('stepOfCode', () => {
  const key = newCodeKey()
  const now = new Date('2026-11-23T12:00:10Z')
  const step = Math.floor(now.getTime() / 30_000)
  const codeAt = (seconds: number) => generateSync({ secret: key, epoch: Math.floor(now.getTime() / 1000) + seconds })

  // `now` is ten seconds into a step.
  it.each([
    [0, step],
    [19, step],
    [-10, step],
    [-11, step - 1],
    [-40, step - 1],
    [20, step + 1],
    [49, step + 1],
  ])('accepts a code generated %d seconds from now, and returns its step', (seconds, expected) => {
    expect(stepOfCode(key, codeAt(seconds), now)).toBe(expected)
  })

  it.each([-41, -70, 50, 80, 86_400])('refuses a code generated %d seconds from now', (seconds) => {
    expect(stepOfCode(key, codeAt(seconds), now)).toBeNull()
  })

  it('refuses a code generated with another key', () => {
    expect(stepOfCode(newCodeKey(), codeAt(0), now)).toBeNull()
  })

  it('uses a new random key of 160 bits each time', () => {
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(newCodeKey()).not.toBe(key)
  })
})

it.each([
  [false, 0, 'no-factor'],
  [false, 10, 'no-factor'],
  [true, 0, null],
  [true, 9, null],
  [true, 10, 'too-many'],
])('returns the obstacle to a new passkey: app codes on %s, passkeys %d, obstacle %s', (isOn, passkeys, obstacle) => {
  expect(passkeyObstacle({ isOn, passkeys })).toBe(obstacle)
})

it('allows three wrong codes without delay, and never delays by more than a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1000].map(factorDelaySeconds)
  expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
})
