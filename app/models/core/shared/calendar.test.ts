import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  daysOfFinancialYear,
  financialYearOf,
  formatDay,
  formatInstant,
  formatMonth,
  isDay,
  monthNames,
  todayInIndia,
} from './calendar'

describe('todayInIndia', () => {
  it.each([
    ['2026-04-05T18:29:59.999Z', '2026-04-05'],
    ['2026-04-05T18:30:00.000Z', '2026-04-06'],
    ['2026-12-31T20:00:00.000Z', '2027-01-01'],
    ['2028-02-28T19:00:00.000Z', '2028-02-29'],
  ])('at the instant %s, returns the day %s', (instant, day) => {
    expect(todayInIndia(new Date(instant))).toBe(day)
  })
})

describe('days as text', () => {
  it.each(['2026-04-05', '2028-02-29', '2000-02-29', '1999-12-31', '2999-12-31'])('accepts %s', (text) => {
    expect(isDay(text)).toBe(true)
  })
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-4-5',
    '05-04-2026',
    '',
    '2026-04-05T00:00',
    '3000-01-01',
    '9999-12-31',
    'x',
  ])('rejects "%s"', (text) => {
    expect(isDay(text)).toBe(false)
  })

  it('formats a stored day even when it is too late for a form', () => {
    expect(formatDay('9999-12-31', 'en')).toBe('31 Dec 9999')
  })

  it.each([
    ['2026-04-05', 1, '2026-04-06'],
    ['2026-03-31', 1, '2026-04-01'],
    ['2028-02-28', 2, '2028-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-01-01', 365, '2027-01-01'],
    ['2026-01-01', 0, '2026-01-01'],
  ])('from %s, adds %d days to get %s, and returns the same difference', (day, days, other) => {
    expect(addDays(day, days)).toBe(other)
    expect(daysBetween(day, other)).toBe(days)
  })

  it('throws on an invalid day instead of counting from it', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    expect(() => formatDay('soon', 'en')).toThrow(RangeError)
    expect(() => financialYearOf('2026-99-01')).toThrow(RangeError)
  })
})

describe('the financial year', () => {
  it.each([
    ['2026-03-31', '2025-26'],
    ['2026-04-01', '2026-27'],
    ['2027-01-15', '2026-27'],
    ['2099-12-01', '2099-00'],
    ['2009-04-01', '2009-10'],
  ])('maps %s to %s', (day, year) => {
    expect(financialYearOf(day)).toBe(year)
  })

  it('begins on 1 April and ends on 31 March', () => {
    expect(daysOfFinancialYear('2026-27')).toEqual({ from: '2026-04-01', to: '2027-03-31' })
    expect(daysOfFinancialYear('2099-00')).toEqual({ from: '2099-04-01', to: '2100-03-31' })
  })
})

describe('formatDay', () => {
  it.each([
    ['2026-04-05', '5 Apr 2026', '5 अप्रैल 2026', '5 એપ્રિલ, 2026'],
    ['2026-09-30', '30 Sep 2026', '30 सित॰ 2026', '30 સપ્ટે, 2026'],
    ['2026-12-25', '25 Dec 2026', '25 दिस॰ 2026', '25 ડિસે, 2026'],
  ])('formats the day %s', (day, en, hi, gu) => {
    expect(formatDay(day, 'en')).toBe(en)
    expect(formatDay(day, 'hi')).toBe(hi)
    expect(formatDay(day, 'gu')).toBe(gu)
  })

  it.each(['hi', 'gu'] as const)('agrees with Intl on every day of a year in %s', (locale) => {
    const intl = new Intl.DateTimeFormat(`${locale}-IN-u-nu-latn`, { dateStyle: 'medium', timeZone: 'UTC' })
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      expect(formatDay(day, locale)).toBe(intl.format(new Date(day)))
    }
  })

  it.each([
    ['2026-04-05T09:35:00Z', '5 Apr 2026, 03:05 PM'],
    ['2026-04-05T18:35:00Z', '6 Apr 2026, 12:05 AM'],
    ['2026-04-05T06:30:00Z', '5 Apr 2026, 12:00 PM'],
  ])('formats the instant %s in IST as %s', (instant, text) => {
    expect(formatInstant(new Date(instant), 'en')).toBe(text)
  })

  it("shows the date and time in the user's language", () => {
    expect(formatInstant(new Date('2026-04-05T09:35:00Z'), 'hi')).toBe('5 अप्रैल 2026, दोपहर 03:05')
    expect(formatInstant(new Date('2026-04-05T18:29:00Z'), 'hi')).toBe('5 अप्रैल 2026, रात 11:59')
    expect(formatInstant(new Date('2026-04-05T09:35:00Z'), 'gu')).toBe('5 એપ્રિલ, 2026, બપોરે 03:05')
  })
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2026-11-30', 1, '2026-12-30'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-03-31', -13, '2025-02-28'],
  ['2026-05-31', 0, '2026-05-31'],
])('from %s, adds %i months to get %s', (day, months, then) => {
  expect(addMonths(day, months)).toBe(then)
})

it('throws on days that do not exist', () => {
  for (const wrong of ['2026-02-30', 'x', '']) {
    expect(() => addDays(wrong, 1)).toThrow(new RangeError(`Not a day: ${wrong}`))
    expect(() => addMonths(wrong, 1)).toThrow(RangeError)
    expect(() => formatDay(wrong, 'en')).toThrow(RangeError)
    expect(() => financialYearOf(wrong)).toThrow(RangeError)
  }
  expect(() => formatMonth('2026-13', 'en')).toThrow(RangeError)
})

it('names months in the three languages, short and long', () => {
  expect(formatMonth('2026-04', 'en')).toBe('Apr 2026')
  expect(
    [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => formatMonth(`2026-${String(month).padStart(2, '0')}`, 'en')),
  ).toEqual(['Jan', 'Feb', 'Mar', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name) => `${name} 2026`))
  expect(formatMonth('2026-04', 'hi')).toBe('अप्रैल 2026')
  expect(formatMonth('2026-12', 'gu')).toBe('ડિસે 2026')
  expect(monthNames('en', 'long')[0]).toBe('January')
  expect(monthNames('en', 'long')).toHaveLength(12)
  expect(monthNames('gu', 'long')).toBe(monthNames('gu', 'long'))
  expect(monthNames('hi', 'long')[11]).toBe('दिसंबर')
})
