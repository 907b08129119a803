import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password-rules.server'

const asha = { names: ['Asha Patel'], phones: ['9825012345'], enrollmentNumber: 'ADM-2026/041' }

describe('passwordProblem', () => {
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
    ['Diwali2026', 'common'],
    ['jaymataji@2026', 'common'],
    ['bholenath1', 'common'],
    ['kemcho123', 'common'],
    ['ViratKohli18', 'common'],
    ['Shala@2026', 'common'],
    ['Student@2026', 'common'],
    ['Tiranga@2026', 'common'],
    ['Mehsana2026', 'common'],
    ['જયશ્રીકૃષ્ણ1', 'common'],
    ['मम्मीपापा12', 'common'],
    ['jennifer', 'common'],
    ['Ahmedabad', 'common'],
    ['qwertyui1', 'common'],
    ['michael12', 'common'],
    ['trustno11', 'common'],
    ['starwars1', 'common'],
    ['p@ssw0rd!', 'common'],
    ['ગુજરાત123', 'common'],
    ['जयश्रीराम1', 'common'],
    ['aaaaaaaa', 'common'],
    ['abcabcabc', 'common'],
    ['23456789', 'common'],
    ['mnopqrst', 'common'],
    ['Demo-student-2026', null],
    ['blue kite river', null],
    ['asha loves maths', null],
    ['નદી પતંગ વાદળી', null],
    ['x7-Kq99-parrot', null],
  ])('for %j, returns the problem %s', (password, problem) => {
    expect(passwordProblem(password, asha, 8)).toBe(problem)
  })

  it('refuses a date in any order of its numbers', () => {
    const days = '31.12.99 31/1/2011 12-31-2011 1900-01-01 2100-12-31 1.1.2000 2011--08--15 99.12.31'.split(' ')
    for (const day of [...days, ' 15 08 2011 ']) expect([day, passwordProblem(day, asha, 4)]).toEqual([day, 'date'])
    for (const text of '32.12.99 31/13/2011 13-13-2011 1899-01-01 2101-12-31 0.12.2011 12.0.2011 12.32.2011'.split(' '))
      expect([text, passwordProblem(text, asha, 4)]).not.toEqual([text, 'date'])
  })

  it('accepts digits that are neither a phone number nor a date', () => {
    for (const text of [
      '98765012345',
      'x9876501234',
      '5876501234',
      '15-08-2011x',
      'x15-08-2011',
      '115082011',
      '150820111',
    ]) {
      expect([text, passwordProblem(text, { names: [], phones: ['12345'] }, 4)]).not.toEqual([text, 'phone'])
      expect([text, passwordProblem(text, { names: [] }, 4)]).not.toEqual([text, 'date'])
    }
    expect(passwordProblem('my 0261-23456', { names: [], phones: ['0261 23456'] }, 4)).toBe('phone')
    expect(passwordProblem('kite-0261-2345', { names: [], phones: ['02612345'] }, 4)).toBe('phone')
    expect(passwordProblem('kite-0261-234', { names: [], phones: ['0261234'] }, 4)).not.toBe('phone')
  })

  it('requires 12 characters or more, and not the school’s name, for the password of a staff user', () => {
    const facts = { names: ['Vidya Mandir', 'Meenakshi Joshi'] }
    expect(passwordProblem('kite-river9', facts, 12)).toBe('too-short')
    expect(passwordProblem('kite-river99', facts, 12)).toBeNull()
    expect(passwordProblem('VidyaMandir2026', facts, 12)).toBe('name')
  })
})

it('estimates the strength of the first 40 characters only, since the cost grows with the square of the length', () => {
  const strong = 'vK9#mTz!qLw4&XbR7^cYp2*HsD'
  expect(passwordProblem(strong, asha, 8)).toBeNull()
  for (const weak of ['p4ssw0rd'.repeat(5), '1qaz'.repeat(10)]) {
    expect(passwordProblem(`${weak.slice(0, 30)}${strong}`, asha, 8), weak).toBeNull()
    expect(passwordProblem(`${weak}${strong.repeat(5)}`, asha, 8), weak).toBe('common')
  }
  for (const long of ['x@$$w0rd1!'.repeat(20), '\u{1F600}'.repeat(100)]) passwordProblem(long, asha, 8)
})

it('refuses variations of the school’s name', () => {
  const known = { names: ['Asha Patel', 'Gyan Bharati Vidyalaya'] }
  for (const text of ['Gyanbharati2026', 'GyanBharati@123', 'bharatividyalaya1', 'gyanbharati1'])
    expect([text, passwordProblem(text, known, 8)]).toEqual([text, 'common'])
})
