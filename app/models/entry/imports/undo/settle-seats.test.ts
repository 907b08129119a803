import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SeatChange, settle } from './settle-seats'

type Settling = Omit<Parameters<typeof settle>[0], 'kept' | 'keep'>

function outcomeOf(settling: Settling, kept = new Map<string, unknown>()) {
  const seats = settle({ ...settling, kept, keep: (unit, reason) => kept.set(unit, reason) })
  return { kept: [...kept].sort(), seats: [...seats].filter(([, change]) => change !== 0).sort() }
}

/** Computes the outcome of `settle` in the simplest way: each pass keeps one unit. */
function plainOutcome({ seatChanges, limits, wanted, holders }: Settling) {
  const kept = new Map<string, unknown>()
  for (;;) {
    const seats = new Map<string, number>()
    const going = seatChanges.filter(({ unit }) => !kept.has(unit))
    for (const { from, to } of going) {
      if (from) seats.set(from, (seats.get(from) ?? 0) - 1)
      if (to) seats.set(to, (seats.get(to) ?? 0) + 1)
    }
    const robbed = wanted.find(({ unit, slot }) => {
      const holder = holders.get(slot)
      return !kept.has(unit) && holder !== undefined && holder !== unit && (holder === '' || kept.has(holder))
    })
    const crowded = going.find(({ to }) => {
      const limit = to === null ? undefined : limits.get(to)
      return to !== null && (!limit || limit.taken + (seats.get(to) ?? 0) > limit.capacity)
    })
    if (robbed) kept.set(robbed.unit, 'number')
    else if (crowded) kept.set(crowded.unit, 'seats')
    else return { kept: [...kept].sort(), seats: [...seats].filter(([, change]) => change !== 0).sort() }
  }
}

const units = Array.from({ length: 8 }, (_, index) => `s${index}`)
const sections = ['1 1', '2 1', '3 1']
const anySection = fc.option(fc.constantFrom(...sections))
const anySeat: fc.Arbitrary<SeatChange> = fc.record({
  unit: fc.constantFrom(...units),
  from: anySection,
  to: anySection,
  roll: fc.constant(null),
})
const slots = ['a', 'b', 'c', 'd', 'e', 'f']
const anySettling: fc.Arbitrary<Settling> = fc.record({
  seatChanges: fc.array(anySeat, { maxLength: 12 }),
  limits: fc
    .array(fc.record({ taken: fc.nat(4), capacity: fc.nat(4) }), { maxLength: 3 })
    .map((limits) => new Map(limits.map((limit, index) => [sections[index] ?? '', limit]))),
  wanted: fc.array(fc.record({ unit: fc.constantFrom(...units), slot: fc.constantFrom(...slots) }), { maxLength: 8 }),
  holders: fc
    .array(fc.tuple(fc.constantFrom(...slots), fc.constantFrom('', ...units)), { maxLength: 6 })
    .map((holders) => new Map(holders)),
})

it('keeps the same students, seats and roll numbers as a slow search does, for random undos', () => {
  fc.assert(
    fc.property(anySettling, (settling) => {
      expect(outcomeOf(settling)).toEqual(plainOutcome(settling))
    }),
    { numRuns: 2_000 },
  )
})

it('checks each of 10,000 students without a free seat only a few times', () => {
  const count = 10_000
  const seatChanges = Array.from({ length: count }, (_, index) => ({
    unit: `s${index}`,
    from: '1 1',
    to: '2 1',
    roll: null,
  }))
  let looks = 0
  const kept = new (class extends Map<string, unknown> {
    override has(unit: string) {
      looks++
      return super.has(unit)
    }
  })()
  const limits = new Map([['2 1', { taken: 0, capacity: 0 }]])
  expect(outcomeOf({ seatChanges, limits, wanted: [], holders: new Map() }, kept).kept).toHaveLength(count)
  expect(looks).toBeLessThan(10 * count)
})
