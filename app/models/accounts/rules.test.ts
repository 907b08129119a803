import { describe, expect, it } from 'vitest'
import { bareActivationCode, looksLikeBirthDate, maskedName, parseSignInName, slowDownSeconds } from './rules'

describe('the username', () => {
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
  ])('%j is read as %j', (text, expected) => {
    expect(parseSignInName(text)).toEqual(expected)
  })
})

describe('slowing down', () => {
  it('lets two slips pass, then waits a second, twice as long each time, and 15 minutes at most', () => {
    const waits = Array.from({ length: 15 }, (_, index) => slowDownSeconds(index + 1))
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    expect(slowDownSeconds(1_000_000)).toBe(900)
  })

  it('makes a wrong birth date wait a minute at once while the alarm is on', () => {
    expect([1, 2, 3, 5, 500].map((failures) => slowDownSeconds(failures, true))).toEqual([60, 120, 240, 900, 900])
  })
})

it('knows what a birth date looks like', () => {
  expect(looksLikeBirthDate('2011-08-15')).toBe(true)
  expect(looksLikeBirthDate('15-08-2011')).toBe(false)
  expect(looksLikeBirthDate('x2011-08-15')).toBe(false)
  expect(looksLikeBirthDate('2011-08-15x')).toBe(false)
})

it('masks a first name so that only the family recognises it', () => {
  expect(maskedName('Ravi')).toBe('R…i')
  expect(maskedName('Om')).toBe('O…')
  expect(maskedName(' Ila ')).toBe('I…a')
  expect(maskedName('ક્રિષ્ના')).toMatch(/^ક્રિ?.*…/)
  expect(maskedName('ક્રિષ્ના')).not.toBe('ક્રિષ્ના')
})

it('reads the code of a slip however its signs are set apart', () => {
  for (const typed of ['7KQ4-MW2H', '7kq4 mw2h', ' 7KQ4—MW2H. ']) expect(bareActivationCode(typed)).toBe('7KQ4MW2H')
})
