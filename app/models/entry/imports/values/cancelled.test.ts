import { expect, it } from 'vitest'
import { isCancelled, isFailed, mayBeCancelled, readCancelled } from './cancelled'

it.each([
  'CANCELLED',
  '*** Cancelled ***',
  'Receipt cancelled',
  'This receipt is cancelled',
  'Cancelled receipt',
  'Chq bounced on 25/06/2026',
  'Chq returned on 25/6',
  'Chq 123456 bounced',
  'Cheque bounced 25 Jun 2026',
  'Cheque returned dt. 25-Jun-26',
  'Returned cheque 001234',
  'Bounced by bank',
  'Failed by bank on 25/6',
  'Stop payment',
  'રદ',
  'રદ કરેલ',
  'રદ્દ',
  'रद्द',
  '(वापस)',
])('isCancelled recognizes the remarks %s', (remarks) => {
  expect(isCancelled(remarks)).toBe(true)
  expect(isFailed(remarks)).toBe(true)
})

it.each([
  'Bounced cheque charges',
  'Bounced chq 123456 replaced by cash',
  'Returned cheque 001234 now paid',
  'Cancelled receipt 499 reissued',
  'Failed by bank, retried',
  'Bounced 2 times, paid now',
  'Old number 501. Bounced cheque charges',
  'રદ પહોંચ 499 બદલ',
])('mayBeCancelled is true, and isCancelled false, for the ambiguous remarks %s', (remarks) => {
  expect([isCancelled(remarks), mayBeCancelled(remarks)]).toEqual([false, true])
})

it.each([
  'સરદાર પટેલ',
  'સરદારભાઈ',
  'હરદ્વાર',
  'રદ નથી',
  'वापस नहीं',
  'Not cancelled',
  'Against cancelled receipt 499',
  'Refund due of last year adjusted',
  'Cancellation form received',
  'Voided',
])('isCancelled and mayBeCancelled are false for %s', (remarks) => {
  expect([isCancelled(remarks), mayBeCancelled(remarks)]).toEqual([false, false])
})

it.each([
  ['Refunded', true],
  ['Not processed', true],
  ['Not paid', true],
  ['વ્યવહાર રદ', true],
  ['રદ્દ થયેલ', true],
  ['असफल', true],
  ['Success', false],
  ['Not bounced', false],
  ['સરદાર પટેલ', false],
  ['રદ નથી', false],
  ['रद्द नहीं', false],
])('isFailed reads the status %s', (status, isSo) => {
  expect(isFailed(status)).toBe(isSo)
})

it.each([
  ['Yes', '1'],
  ['Y', '1'],
  ['Cancelled', '1'],
  ['Bounced on 25/06/2026', '1'],
  ['No', ''],
  ['0', ''],
  ['0.00', ''],
  ['-', ''],
  ['—', ''],
  ['NIL', ''],
])('readCancelled reads %s', (text, read) => {
  expect(readCancelled(text)).toEqual({ ok: true, text: read })
})

it.each(['25/06/2026', 'Wrong amount', '1,000', '500.00', 'Not cancelled', 'Not Bounced'])(
  'readCancelled refuses %s',
  (text) => {
    expect(readCancelled(text)).toEqual({ ok: false, problem: 'Write Yes or No' })
  },
)
