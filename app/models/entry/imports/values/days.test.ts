import { expect, it } from 'vitest'
import { readDay, usualDays } from './days'

const today = '2026-11-21'

it.each([
  ['05/04/2012', '2012-04-05'],
  ['5-4-12', '2012-04-05'],
  ['5.4.2012', '2012-04-05'],
  ['5 . 4 . 2012', '2012-04-05'],
  ['2012-04-05', '2012-04-05'],
  ['2012/4/5', '2012-04-05'],
  ['20120405', '2012-04-05'],
  ['05042012', '2012-04-05'],
  ['5042012', '2012-04-05'],
  ['5 Apr 2012', '2012-04-05'],
  ['5th April, 2012', '2012-04-05'],
  ['5th of April 2012', '2012-04-05'],
  ['April 5, 2012', '2012-04-05'],
  ['Thursday, April 5, 2012', '2012-04-05'],
  ['2012-Apr-05', '2012-04-05'],
  ['05-Apr-12', '2012-04-05'],
  ['5 એપ્રિલ 2012', '2012-04-05'],
  ['५ अप्रैल २०१२', '2012-04-05'],
  ['5 ફેબ્રુ 2012', '2012-02-05'],
  ['5 अक्तूबर 2012', '2012-10-05'],
  ['41004', '2012-04-05'],
  ['41004.5', '2012-04-05'],
  ['05/04/2012 00:00', '2012-04-05'],
  ['05/04/2012 5:30:00 PM', '2012-04-05'],
  ['૦૫/૦૪/૨૦૧૨', '2012-04-05'],
  ['1/1/99', '1999-01-01'],
  ['1/1/26', '2026-01-01'],
  ['1/1/27', '1927-01-01'],
])('readDay reads %s', (typed, day) => {
  expect(readDay(typed, today)).toEqual({ ok: true, text: day })
})

it.each([
  // Midnight in India, written in UTC.
  ['2015-06-13T18:30:00.000Z', '2015-06-14'],
  ['2015-06-13T18:30:00Z', '2015-06-14'],
  ['2015-06-13 18:30:00+00:00', '2015-06-14'],
  ['2015-06-13 18:30:00 UTC', '2015-06-14'],
  ['20150613T183000Z', '2015-06-14'],
  ['Sat Jun 13 2015 18:30:00 GMT+0000 (Coordinated Universal Time)', '2015-06-14'],
  ['Sat, 13 Jun 2015 18:30:00 GMT', '2015-06-14'],
  ['1434220200000', '2015-06-14'],
  // Midnight in UTC, as databases store a day.
  ['2015-06-14T00:00:00.000Z', '2015-06-14'],
  // Times in India, also if no zone is named; the one at -05:00 is on the next day in India.
  ['2015-06-14T00:00:00+05:30', '2015-06-14'],
  ['Sun Jun 14 2015 00:00:00 GMT+0530 (India Standard Time)', '2015-06-14'],
  ['2015-06-14 23:59:59 IST', '2015-06-14'],
  ['2015-06-14T00:00:00', '2015-06-14'],
  ['2015-06-14T23:30:00-05:00', '2015-06-15'],
  ['2015-06-13 18:30:00', '2015-06-13'],
])('readDay reads the instant %s as the day in India', (typed, day) => {
  expect(readDay(typed, today)).toEqual({ ok: true, text: day })
})

it.each([
  ['1/1/26', '2026-01-01'],
  ['1/4/27', '2027-04-01'],
  ['10-Apr-28', '2028-04-10'],
  ['10-06-25', '2025-06-10'],
  ['1/1/76', '2076-01-01'],
  ['1/1/77', '1977-01-01'],
  ['1/4/1927', '1927-04-01'],
])('readDay reads %s in the nearest century, even if it is in the future', (typed, day) => {
  expect(readDay(typed, today, 'nearest')).toEqual({ ok: true, text: day })
})

it.each([
  '31/02/2012',
  '04/25/2012',
  'soon',
  '2012',
  '5/2012',
  'June 2018',
  '99999',
  '0',
  '14 June',
  '14/13/2015',
  '#N/A',
])('readDay refuses %s', (typed) => {
  expect(readDay(typed, today)).toMatchObject({ ok: false })
})

it.each([
  ['04/25/2012', { order: 'month-first' }, '2012-04-25'],
  ['04/05/2012', { order: 'month-first' }, '2012-04-05'],
  ['25 Apr 2012', { order: 'month-first' }, '2012-04-25'],
  ['2012-04-05', { order: 'month-first' }, '2012-04-05'],
  ['June 2018', { bare: 'first' }, '2018-06-01'],
  ['06/2018', { bare: 'first' }, '2018-06-01'],
  ['2018', { bare: 'first' }, '2018-01-01'],
  ['June 2018', { bare: 'blank' }, ''],
  ['2015-06-13 18:30:00', { zone: 'utc' }, '2015-06-14'],
  ['15-06-14', { order: 'year-first' }, '2015-06-14'],
  ['99/12/31', { order: 'year-first' }, '1999-12-31'],
  ['15.06.05 00:00', { order: 'year-first' }, '2015-06-05'],
  ['2015.06.14', { order: 'year-first' }, '2015-06-14'],
  ['14/06/2015', { order: 'year-first' }, '2015-06-14'],
] as const)('readDay reads %s as decided for its column: %j', (typed, decision, day) => {
  expect(readDay(typed, today, 'past', { ...usualDays, ...decision })).toEqual({ ok: true, text: day })
})

it('swaps day and month of date cells, but not of dates typed as text', () => {
  const decision = { ...usualDays, dates: 'exchanged' as const }
  expect(readDay('2015-05-12', today, 'past', decision, true)).toEqual({ ok: true, text: '2015-12-05' })
  expect(readDay('2015-05-12', today, 'past', decision)).toEqual({ ok: true, text: '2015-05-12' })
  expect(readDay('25/12/2015', today, 'past', decision)).toEqual({ ok: true, text: '2015-12-25' })
})
