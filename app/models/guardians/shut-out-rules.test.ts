import { expect, it } from 'vitest'
import { adultFrom } from './shut-out-rules'

it.each([
  ['2008-11-26', '2026-11-26'],
  ['2008-02-29', '2026-03-01'],
  ['2008-12-31', '2026-12-31'],
])('somebody born on %s is 18 on %s', (bornOn, from) => expect(adultFrom(bornOn)).toBe(from))
