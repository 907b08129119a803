import { expect, it } from 'vitest'
import { withWords } from '~/language/localized'
import { breachWords } from '../../../../tests/factories/breaches'
import { clocksOf, hoursInWords, listedNumbers, missingParts, momentOfDay, partsInLanguage, textFor } from './rules'

const noticed = momentOfDay('2026-06-12', 18 * 60 + 30)
const untold = { at: null, reference: null }

it('calculates the 6-hour and the 72-hour deadline from the moment the breach was noticed', () => {
  expect(noticed.toISOString()).toBe('2026-06-12T13:00:00.000Z')
  const at = (hours: number) => new Date(noticed.getTime() + hours * 3_600_000)
  const clocks = clocksOf(noticed, { cert_in: untold, board: untold, details: untold }, at(5.5))
  expect(clocks.map(({ dueAt, isLate, minutesLeft }) => [dueAt?.toISOString() ?? null, isLate, minutesLeft])).toEqual([
    ['2026-06-12T19:00:00.000Z', false, 30],
    [null, false, null],
    ['2026-06-15T13:00:00.000Z', false, 66.5 * 60],
  ])
  const told = { at: at(7), reference: 'C/1' }
  const later = clocksOf(noticed, { cert_in: told, board: untold, details: { at: at(71), reference: 'D/1' } }, at(80))
  expect(later.map(({ isLate, minutesLeft }) => [isLate, minutesLeft])).toEqual([
    [true, null],
    [false, null],
    [false, null],
  ])
  expect(clocksOf(noticed, { cert_in: untold, board: untold, details: untold }, at(73))[2]).toMatchObject({
    isLate: true,
    minutesLeft: -60,
  })
  expect([hoursInWords(359), hoursInWords(-61)]).toEqual(['5 h 59 min', '1 h 1 min'])
})

it('returns the text in the reader’s language if complete, otherwise in the first complete language', () => {
  const both = breachWords({ gujarati: true })
  expect(textFor(both, 'gu')?.language).toBe('gu')
  expect(textFor(both, 'hi')?.language).toBe('en')
  expect(textFor({ ...both, steps: withWords(both.steps, 'en', null) }, 'en')?.language).toBe('gu')
  expect(partsInLanguage({ ...both, contact: withWords(both.contact, 'gu', '') }, 'gu')).toBeNull()
  expect(
    missingParts({ ...both, contact: withWords(both.contact, 'gu', null), steps: withWords(both.steps, 'gu', '') }),
  ).toEqual(['steps_gu', 'contact_gu'])
  expect(missingParts(both)).toEqual([])
})

it('parses numbers from a list or from the first column of a CSV file', () => {
  expect(listedNumbers(' 12 \r\n"A, 7",Asha\n13;x\n14\tx\n\n12\n,none')).toEqual(['12', 'A, 7', '13', '14'])
  expect(listedNumbers('')).toEqual([])
})
