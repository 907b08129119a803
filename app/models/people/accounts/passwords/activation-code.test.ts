import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { activationCode, isActivationCode } from './activation-code.server'

const asha = { publicId: 'bcdfghjkmnpq', activationRound: 0 }

it('derives the same code for a student until a reset, and ignores case and separators in a typed code', () => {
  const code = activationCode(asha)
  expect(code).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{4}-[2-9BCDFGHJKMNPQRSTVWXYZ]{4}$/)
  expect(activationCode(asha)).toBe(code)
  expect(activationCode({ ...asha, publicId: 'bcdfghjkmnpr' })).not.toBe(code)
  const others = Array.from({ length: 2000 }, (_, round) => activationCode({ ...asha, activationRound: round }))
  expect(new Set(others).size).toBe(2000)
  expect(isActivationCode(` ${code.toLowerCase().replace('-', ' ')} `, asha)).toBe(true)
  expect(isActivationCode(code, { ...asha, activationRound: 1 })).toBe(false)
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

describe('isActivationCode', () => {
  const code = activationCode(asha)
  const bare = code.replace('-', '')
  const other = (sign: string) => (sign === '2' ? '3' : '2')

  it.each(['', 'A', '-', bare.slice(0, -1), `${bare}2`, `2${bare}`, 'x'.repeat(60), '🙂', `0${bare.slice(1)}`])(
    'refuses "%s"',
    (typed) => expect(isActivationCode(typed, asha)).toBe(false),
  )

  it('refuses a code with any single wrong character', () => {
    for (let place = 0; place < bare.length; place++) {
      const typed = `${bare.slice(0, place)}${other(bare[place] ?? '')}${bare.slice(place + 1)}`
      expect(isActivationCode(typed, asha)).toBe(false)
    }
  })

  it('compares digests of equal length in constant time for right and wrong codes', () => {
    const compared = vi.spyOn(crypto, 'timingSafeEqual')
    // Makes named imports use the spied function as well.
    syncBuiltinESMExports()
    const typed = [code, '', 'A', bare.slice(0, -1), `${bare}2`, 'x'.repeat(60), '🙂', `0${bare.slice(1)}`]
    const answers = typed.map((one) => isActivationCode(one, asha))
    expect(compared.mock.results.map(({ value }) => value)).toEqual(answers)
    expect(answers.filter(Boolean)).toHaveLength(1)
    for (const sides of compared.mock.calls) expect(sides.map((side) => side.byteLength)).toEqual([32, 32])
  })
})
