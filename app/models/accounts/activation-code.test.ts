import { expect, it, vi } from 'vitest'
import { sameText } from '~/services/secrets/secrets.server'
import { activationCode, isActivationCode } from './activation-code.server'

vi.mock('~/services/secrets/secrets.server', { spy: true })

const asha = { publicId: 'bcdfghjkmnpq', activationRound: 0 }

it('a code is the same each time, another for another student and round, and forgives how it is typed', () => {
  const code = activationCode(asha)
  expect(code).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{4}-[2-9BCDFGHJKMNPQRSTVWXYZ]{4}$/)
  expect(activationCode(asha)).toBe(code)
  expect(activationCode({ ...asha, publicId: 'bcdfghjkmnpr' })).not.toBe(code)
  const others = Array.from({ length: 2000 }, (_, round) => activationCode({ ...asha, activationRound: round }))
  expect(new Set(others).size).toBe(2000)
  expect(isActivationCode(` ${code.toLowerCase().replace('-', ' ')} `, asha)).toBe(true)
  expect(isActivationCode(code, { ...asha, activationRound: 1 })).toBe(false)
})

it('whatever is typed is compared in constant time, nothing is decided before', () => {
  const code = activationCode(asha)
  const wrong = ['', 'A', code.slice(0, -1), `${code}2`, 'x'.repeat(60), '🙂', `0${code.slice(1)}`]
  vi.mocked(sameText).mockClear()
  for (const typed of wrong) expect(isActivationCode(typed, asha)).toBe(false)
  expect(sameText).toHaveBeenCalledTimes(wrong.length)
})
