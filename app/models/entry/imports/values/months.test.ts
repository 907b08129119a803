import { expect, it } from 'vitest'
import { monthInSession, readMonth } from './months'

it.each([
  ['June 2026', '2026-06'],
  ['june', '06'],
  ['JUN-26', '2026-06'],
  ["Jun'26", '2026-06'],
  ['Sept. 2026', '2026-09'],
  ['6/2026', '2026-06'],
  ['06-2026', '2026-06'],
  ['2026-06', '2026-06'],
  ['2026-06-01', '2026-06'],
  ['30/06/2026', '2026-06'],
  ['જૂન ૨૦૨૬', '2026-06'],
  ['જુલાઈ', '07'],
  ['जून २०२६', '2026-06'],
  ['जुलाई', '07'],
  ['दिसंबर 2026', '2026-12'],
])('reads the month %s', (text, month) => {
  expect(readMonth(text)).toEqual({ ok: true, text: month })
})

it.each(['13/2026', 'Term 1', '2026', '24', ''])('refuses %s as a month', (text) => {
  expect(readMonth(text)).toMatchObject({ ok: false })
})

it('finds the year of a month from the academic session', () => {
  const session = { startsOn: '2026-06-15', endsOn: '2027-05-10' }
  expect(
    ['06', '12', '03', '05', '2026-06', '2026-05', '2027-06'].map((month) => monthInSession(month, session)),
  ).toEqual(['2026-06', '2026-12', '2027-03', '2027-05', '2026-06', null, null])
  expect(monthInSession('06', { startsOn: '2026-06-01', endsOn: '2027-06-30' })).toBeNull()
})
