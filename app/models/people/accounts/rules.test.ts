import { describe, expect, it } from 'vitest'
import {
  bareActivationCode,
  birthDateTries,
  maskedName,
  parseSignInName,
  readFirstPassword,
  signInDelaySeconds,
  slowDownSeconds,
} from './rules'

describe('parseSignInName', () => {
  it.each([
    ['asha.patel@demo.shala.test', { kind: 'email', value: 'asha.patel@demo.shala.test' }],
    [' Asha@Demo.Shala.Test ', { kind: 'email', value: 'asha@demo.shala.test' }],
    ['9825012345', { kind: 'mobile', value: '9825012345' }],
    ['982501234', null],
    ['98250123456', null],
    ['asha', null],
    ['asha@', null],
    ['asha@demo', null],
    ['a b@demo.test', null],
    ['<asha@demo.test', null],
    ['asha@demo.test>', null],
    ['(asha)@demo.test', null],
    [`${'a'.repeat(64)}@demo.test`, { kind: 'email', value: `${'a'.repeat(64)}@demo.test` }],
    [`${'a'.repeat(65)}@demo.test`, null],
    ['àsha.patel@demo.shala.test', null],
    ['asha\u200c.patel@demo.shala.test', null],
    ['asha.patel@demo.shala.te\u0301st', null],
    ['٩٨٢٥٠١٢٣٤٥', null],
    ['', null],
  ])('parses %j as %j', (text, expected) => {
    expect(parseSignInName(text)).toEqual(expected)
  })
})

describe('slowDownSeconds', () => {
  it('allows two wrong tries, then waits a second, doubling up to 15 minutes', () => {
    const waits = Array.from({ length: 15 }, (_, index) => slowDownSeconds(index + 1))
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    expect(slowDownSeconds(1_000_000)).toBe(900)
  })

  it('waits at most a minute at sign-in for one account from one network', () => {
    expect([1, 2, 3, 8, 9, 10, 500].map(signInDelaySeconds)).toEqual([0, 0, 1, 32, 60, 60, 60])
  })
})

it('allows one wrong date of birth a day per hundred accounts without a password, at least 3 and at most 30', () => {
  expect([0, 100, 399, 400, 1_250, 3_000, 50_000].map(birthDateTries)).toEqual([3, 3, 3, 4, 12, 30, 30])
})

it('parses a first password: a date of birth, optionally followed by a code', () => {
  expect(readFirstPassword('2011-08-15')).toEqual({ date: '2011-08-15', code: null })
  expect(readFirstPassword(' 2011-08-15 ')).toEqual({ date: '2011-08-15', code: null })
  for (const typed of ['2011-08-15 7KQ4-MW2H', '2011-08-15,7kq4 mw2h', ' 2011-08-15 + 7kq4mw2h '])
    expect(readFirstPassword(typed)).toEqual({ date: '2011-08-15', code: '7KQ4MW2H' })
  for (const typed of ['15-08-2011', 'x2011-08-15', '2011-08-15x', '2011-08-157KQ4MW2H', '7KQ4-MW2H'])
    expect(readFirstPassword(typed)).toBeNull()
})

it('masks a first name so that only the family recognises it', () => {
  expect(maskedName('Ravi')).toBe('R…i')
  expect(maskedName('Om')).toBe('O…')
  expect(maskedName(' Ila ')).toBe('I…a')
  expect(maskedName('ક્રિષ્ના')).toMatch(/^ક્રિ?.*…/)
  expect(maskedName('ક્રિષ્ના')).not.toBe('ક્રિષ્ના')
})

it('removes any separators from an activation code', () => {
  for (const typed of ['7KQ4-MW2H', '7kq4 mw2h', ' 7KQ4—MW2H. ']) expect(bareActivationCode(typed)).toBe('7KQ4MW2H')
})
