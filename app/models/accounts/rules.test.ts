import { describe, expect, it } from 'vitest'
import { looksLikeBirthDate, maskedName, parseSignInName, passwordProblem, slowDownSeconds } from './rules'

const asha = { names: ['Asha Patel'], phones: ['9825012345'], enrollmentNumber: 'ADM-2026/041' }

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
    ['', null],
  ])('%j is read as %j', (text, expected) => {
    expect(parseSignInName(text)).toEqual(expected)
  })
})

describe('a new password', () => {
  it.each([
    ['short 1', 'too-short'],
    ['અઆઇઈઉ', 'too-short'],
    ['2011-08-15', 'date'],
    ['15-08-2011', 'date'],
    ['15/8/2011', 'date'],
    ['15.08.11', 'date'],
    ['15082011', 'date'],
    ['20110815', 'date'],
    ['08152011', 'date'],
    ['15Aug2011', 'date'],
    ['August 15, 2011', 'date'],
    ['15th august 2011', 'date'],
    ['Ashapatel', 'name'],
    ['patel@asha', 'name'],
    ['asha2011', 'name'],
    ['PATEL#12345', 'name'],
    ['9825012345', 'phone'],
    ['+91 98250 12345', 'phone'],
    ['asha9825012345', 'phone'],
    ['9876501234', 'phone'],
    ['ADM-2026/041', 'enrollment-number'],
    ['adm2026041', 'enrollment-number'],
    ['password', 'common'],
    ['Password@123', 'common'],
    ['qwertyuiop', 'common'],
    ['india@2026', 'common'],
    ['jaishreeram', 'common'],
    ['aaaaaaaa', 'common'],
    ['abcabcabc', 'common'],
    ['23456789', 'common'],
    ['mnopqrst', 'common'],
    ['Demo-student-2026', null],
    ['blue kite river', null],
    ['asha loves maths', null],
    ['નદી પતંગ વાદળી', null],
    ['x7-Kq99-parrot', null],
  ])('%j: %s', (password, problem) => {
    expect(passwordProblem(password, asha, 8)).toBe(problem)
  })

  it('of a school has 12 characters or more', () => {
    const facts = { names: ['Vidya Mandir', 'Meenakshi Joshi'] }
    expect(passwordProblem('kite-river9', facts, 12)).toBe('too-short')
    expect(passwordProblem('kite-river99', facts, 12)).toBeNull()
    expect(passwordProblem('VidyaMandir2026', facts, 12)).toBe('name')
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
})

it('masks a first name so that only the family recognises it', () => {
  expect(maskedName('Ravi')).toBe('R…i')
  expect(maskedName('Om')).toBe('O…')
  expect(maskedName('ક્રિષ્ના')).toMatch(/^ક્રિ?.*…/)
  expect(maskedName('ક્રિષ્ના')).not.toBe('ક્રિષ્ના')
})
