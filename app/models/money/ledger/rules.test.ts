import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  dueBalance,
  dueStatus,
  headsOf,
  isSettled,
  nextCheckDelay,
  offlineTransactionId,
  owedPaise,
  paidInstant,
  receiptNumber,
  refundableParts,
  shareOfDue,
  stateOfCaptured,
  takeRefund,
} from './rules'

const due = { amountPaise: 1_000_00, concessionPaise: 200_00, finePaise: 50_00, paidPaise: 0, lateAfter: '2026-04-10' }

describe('a due', () => {
  it('owes its amount less the concession plus the fine', () => {
    expect(owedPaise(due)).toBe(850_00)
    expect(dueBalance({ ...due, paidPaise: 350_00 })).toBe(500_00)
  })

  it('is settled when the balance is zero, also by a full concession', () => {
    expect(isSettled({ ...due, paidPaise: 849_99 })).toBe(false)
    expect(isSettled({ ...due, paidPaise: 850_00 })).toBe(true)
    expect(isSettled({ amountPaise: 500, concessionPaise: 500, finePaise: 0, paidPaise: 0 })).toBe(true)
  })

  it.each([
    ['before its day', 0, '2026-04-09', 'due'],
    ['on its day', 0, '2026-04-10', 'due'],
    ['the day after', 0, '2026-04-11', 'overdue'],
    ['partly paid the day after', 1, '2026-04-11', 'overdue'],
    ['paid, however late', 850_00, '2027-01-01', 'paid'],
  ])('shows its status on a day: %s', (_when, paidPaise, today, status) => {
    expect(dueStatus({ ...due, paidPaise }, today)).toBe(status)
  })
})

describe('allocate', () => {
  it.each([
    [
      'exactly',
      300,
      [
        [100, 100],
        [200, 200],
      ],
      [100, 200],
      0,
    ],
    [
      'too little goes to the first',
      150,
      [
        [100, 100],
        [200, 200],
      ],
      [100, 50],
      0,
    ],
    [
      'what somebody else paid meanwhile is excess',
      300,
      [
        [100, 0],
        [200, 200],
      ],
      [0, 200],
      100,
    ],
    ['a line takes no more than it asked for', 300, [[100, 500]], [100], 200],
    ['nothing to settle at all', 300, [], [], 300],
  ] as const)('divides a payment among dues: %s', (_name, amount, lines, given, excess) => {
    const asked = lines.map(([askedPaise, balancePaise]) => ({ askedPaise, balancePaise }))
    expect(allocate(amount, asked)).toEqual({ givenPaise: [...given], excessPaise: excess })
  })

  it('loses no money and never gives a due more than its balance', () => {
    const money = fc.integer({ min: 0, max: 1e9 })
    fc.assert(
      fc.property(money, fc.array(fc.record({ askedPaise: money, balancePaise: money })), (amount, lines) => {
        const { givenPaise, excessPaise } = allocate(amount, lines)
        expect(givenPaise.reduce((sum, one) => sum + one, excessPaise)).toBe(amount)
        for (const [index, line] of lines.entries()) {
          expect(givenPaise[index]).toBeLessThanOrEqual(Math.min(line.askedPaise, line.balancePaise))
        }
      }),
    )
  })
})

it.each([
  [1000, 0, 'paid'],
  [1000, 1, 'part_refunded'],
  [1000, 1000, 'refunded'],
])('with %i captured and %i refunded, returns the state %s', (captured, refunded, state) => {
  expect(stateOfCaptured(captured, refunded)).toBe(state)
})

describe('shareOfDue', () => {
  const parts = [
    { name: 'Tuition Fee', amountPaise: 800_00 },
    { name: 'Computer Fee', amountPaise: 200_00 },
  ]

  it('returns the figures of the due when the payment covers all of it', () => {
    expect(shareOfDue({ ...due, name: 'Fee', parts }, 850_00)).toEqual({
      parts,
      concessionPaise: 200_00,
      finePaise: 50_00,
    })
  })

  it('treats a due without heads as one head with the name of the due', () => {
    const share = shareOfDue({ amountPaise: 500, concessionPaise: 0, finePaise: 0, name: 'Bus', parts: [] }, 500)
    expect(share.parts).toEqual([{ name: 'Bus', amountPaise: 500 }])
  })

  it('splits fine and concession in proportion for a part payment', () => {
    // Half of ₹850: half of the fine, half of the concession, and the heads in proportion.
    expect(shareOfDue({ ...due, name: 'Fee', parts }, 425_00)).toEqual({
      parts: [
        { name: 'Tuition Fee', amountPaise: 400_00 },
        { name: 'Computer Fee', amountPaise: 100_00 },
      ],
      concessionPaise: 100_00,
      finePaise: 25_00,
    })
    const onlyFine = { amountPaise: 500, concessionPaise: 500, finePaise: 100, name: 'Bus', parts: [] }
    expect(shareOfDue(onlyFine, 40)).toEqual({
      parts: [{ name: 'Bus', amountPaise: 0 }],
      concessionPaise: 0,
      finePaise: 40,
    })
  })

  it('splits a part payment over heads, concession and fine, exact to the paisa', () => {
    const paise = fc.integer({ min: 0, max: 5_000_000_00 })
    fc.assert(
      fc.property(
        fc.array(paise, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        paise,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (heads, off, finePaise, paidShare) => {
          const amountPaise = heads.reduce((sum, head) => sum + head, 0)
          const concessionPaise = Math.floor(amountPaise * off)
          const whole = { amountPaise, concessionPaise, finePaise }
          const owed = owedPaise(whole)
          fc.pre(owed > 0)
          const paid = Math.max(1, Math.floor(owed * paidShare))
          const named = heads.map((head, index) => ({ name: `Head ${index}`, amountPaise: head }))
          const share = shareOfDue({ ...whole, name: 'Fee', parts: named }, paid)
          const sum = share.parts.reduce((so, part) => so + part.amountPaise, 0)
          expect(sum - share.concessionPaise + share.finePaise).toBe(paid)
          for (const part of share.parts) expect(part.amountPaise).toBeGreaterThanOrEqual(0)
          expect(share.concessionPaise).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

it('builds receipt numbers, and transaction ids of offline payments', () => {
  expect(receiptNumber('2026-27', 123)).toBe('2026-27/000123')
  expect(offlineTransactionId('2026-27', 123)).toBe('OFF-2026-27-000123')
})

it("dates money of an earlier day at noon in India and today's money at the current time", () => {
  const now = new Date('2026-04-10T20:00:00Z')
  expect(paidInstant('2026-04-11', now)).toEqual(now)
  expect(paidInstant('2026-04-10', now)).toEqual(new Date('2026-04-10T06:30:00Z'))
})

describe('nextCheckDelay', () => {
  it('returns 2, 5, 10 and 30 seconds, then minutes, while a payment is open', () => {
    const delays = Array.from({ length: 10 }, (_, checks) => nextCheckDelay('open', checks))
    expect(delays).toEqual([2, 5, 10, 30, 60, 120, 300, 600, 600, 600])
  })

  it('ends the checks of a closed payment after some days, and those of a paid one after a day', () => {
    const until = (phase: 'closed' | 'paid', count: number) =>
      Array.from({ length: count }, (_, checks) => nextCheckDelay(phase, checks))
    expect(until('closed', 5)).toEqual([600, 3600, 21_600, 86_400, 259_200])
    expect(until('paid', 3)).toEqual([600, 3600, 86_400])
    expect(nextCheckDelay('closed', 5)).toBeNull()
    expect(nextCheckDelay('paid', 3)).toBeNull()
  })
})

describe('refunds', () => {
  const settled = { state: 'settled' as const }
  const lines = [
    { ...settled, kind: 'due' as const, dueId: 1, amountPaise: 500 },
    { ...settled, kind: 'excess' as const, dueId: null, amountPaise: 300 },
    { kind: 'due' as const, state: 'void' as const, dueId: 2, amountPaise: 900 },
    { kind: 'refund' as const, state: 'open' as const, dueId: 1, amountPaise: -200 },
    { kind: 'refund' as const, state: 'void' as const, dueId: 1, amountPaise: -100 },
  ]

  it('return the excess first, and count a refund in progress as refunded', () => {
    expect(refundableParts(lines)).toEqual([
      { dueId: null, amountPaise: 300 },
      { dueId: 1, amountPaise: 300 },
    ])
  })

  it('are taken from the available parts in order, or not at all when the amount is too large', () => {
    expect(takeRefund(refundableParts(lines), 400)).toEqual([
      { dueId: null, amountPaise: 300 },
      { dueId: 1, amountPaise: 100 },
    ])
    expect(takeRefund(refundableParts(lines), 300)).toEqual([{ dueId: null, amountPaise: 300 }])
    expect(takeRefund(refundableParts(lines), 600)).toHaveLength(2)
    expect(takeRefund(refundableParts(lines), 601)).toBeNull()
    expect(takeRefund([], 0)).toEqual([])
  })

  it('omit refunded and open lines, and list dues in order', () => {
    const came = (dueId: number | null, amountPaise: number) => ({
      ...settled,
      kind: 'due' as const,
      dueId,
      amountPaise,
    })
    const gone = { ...settled, kind: 'refund' as const, dueId: 3, amountPaise: -400 }
    const waits = { kind: 'due' as const, state: 'open' as const, dueId: 9, amountPaise: 700 }
    expect(refundableParts([came(3, 400), came(1, 10), came(2, 20), came(null, 5), came(1, 1), gone, waits])).toEqual([
      { dueId: null, amountPaise: 5 },
      { dueId: 1, amountPaise: 11 },
      { dueId: 2, amountPaise: 20 },
    ])
  })
})

describe('headsOf', () => {
  const parts = [
    { name: 'Tuition', amountPaise: 800_00 },
    { name: 'Computer', amountPaise: 200_00 },
  ]
  const fee = { amountPaise: 1_000_00, concessionPaise: 100_00, finePaise: 50_00, parts }

  it('subtracts the concession and names the fine separately', () => {
    expect(headsOf(fee, 950_00)).toEqual([
      { name: 'Tuition', amountPaise: 720_00 },
      { name: 'Computer', amountPaise: 180_00 },
      { name: null, amountPaise: 50_00 },
    ])
  })

  it('adds up to the paid amount, however the due has changed since', () => {
    fc.assert(
      fc.property(fc.nat(2_000_00), fc.nat(1_000_00), fc.nat(500_00), (paidPaise, concessionPaise, finePaise) => {
        const heads = headsOf({ ...fee, concessionPaise, finePaise }, paidPaise)
        expect(heads.reduce((sum, head) => sum + head.amountPaise, 0)).toBe(paidPaise)
      }),
    )
  })
})
