import { expect, it } from 'vitest'
import { parseMoment } from './moment-rules'

it.each([
  ['2026-11-01', 'start', '2026-10-31T18:30:00.000Z'],
  ['2026-11-30', 'end', '2026-11-30T18:30:00.000Z'],
  ['2026-12-31', 'end', '2026-12-31T18:30:00.000Z'],
  ['2026-11-01T09:30+05:30', 'start', '2026-11-01T04:00:00.000Z'],
  ['2026-11-01T09:30:15.250Z', 'end', '2026-11-01T09:30:15.250Z'],
] as const)('parses %s as the %s of a period: %s', (text, edge, moment) => {
  expect(parseMoment(text, edge)?.toISOString()).toBe(moment)
})

it.each(['', '2026-02-30', '2026-11-01T09:30', '2026-02-30T09:30Z', '2026-11-01T25:00Z', 'yesterday'])(
  'refuses the moment %s',
  (text) => {
    expect(parseMoment(text, 'start')).toBeNull()
  },
)
