import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '~/models/core/shared/calendar'
import { coversAllButFine, type FineRule, fineOfDay, fineOn, fineRuleText, fineToday, readFineRule } from './fine-rules'

const flat: FineRule = { kind: 'flat', amountPaise: 50_00, graceDays: 0, capPaise: null, slabs: [] }
const daily: FineRule = { kind: 'per_day', amountPaise: 10_00, graceDays: 5, capPaise: 300_00, slabs: [] }
const slabs: FineRule = {
  kind: 'slabs',
  amountPaise: 0,
  graceDays: 2,
  capPaise: null,
  slabs: [
    { fromDay: 1, amountPaise: 50_00 },
    { fromDay: 11, amountPaise: 100_00 },
  ],
}

const paise = fc.integer({ min: 100, max: 10_000_00 })
const anyRule: fc.Arbitrary<FineRule> = fc.record({
  kind: fc.constantFrom('flat' as const, 'per_day' as const, 'slabs' as const),
  amountPaise: paise,
  graceDays: fc.integer({ min: 0, max: 40 }),
  capPaise: fc.option(paise),
  slabs: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 60 }), paise), { maxLength: 4 })
    .map((rows) => rows.map(([fromDay, amountPaise]) => ({ fromDay, amountPaise }))),
})
const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days))

describe('a late fine', () => {
  it.each([
    ['none', null, '2026-12-31', 0],
    ['flat, on the due date', flat, '2026-04-10', 0],
    ['flat, a day late', flat, '2026-04-11', 50_00],
    ['flat, a year late', flat, '2027-04-11', 50_00],
    ['daily, the last day of grace', daily, '2026-04-15', 0],
    ['daily, the day after', daily, '2026-04-16', 10_00],
    ['daily, at its limit', daily, '2026-12-31', 300_00],
    ['slabs, within grace', slabs, '2026-04-12', 0],
    ['slabs, the first', slabs, '2026-04-13', 50_00],
    ['slabs, the day before the second', slabs, '2026-04-22', 50_00],
    ['slabs, the second', slabs, '2026-04-23', 100_00],
  ])('is calculated for a rule and a day: %s', (_name, rule, today, fine) => {
    expect(fineOn(rule, '2026-04-10', today)).toBe(fine)
  })

  it('never falls from one day to the next, and never exceeds its limit', () => {
    fc.assert(
      fc.property(anyRule, day, fc.integer({ min: -20, max: 400 }), (rule, dueOn, distance) => {
        const today = addDays(dueOn, distance)
        const fine = fineOn(rule, dueOn, today)
        expect(Number.isSafeInteger(fine) && fine >= 0).toBe(true)
        expect(fineOn(rule, dueOn, addDays(today, 1))).toBeGreaterThanOrEqual(fine)
        if (rule.capPaise !== null) expect(fine).toBeLessThanOrEqual(rule.capPaise)
        if (distance <= rule.graceDays) expect(fine).toBe(0)
      }),
    )
  })

  it('stores a fine rule as text and reads it back', () => {
    expect(fineRuleText(null)).toBeNull()
    expect(readFineRule(null)).toBeNull()
    fc.assert(
      fc.property(anyRule, (rule) => {
        const text = fineRuleText(rule)
        expect(text).toMatch(/^[\x20-\x7e]{1,200}$/)
        expect(readFineRule(text)).toEqual(rule)
      }),
    )
    expect(fineRuleText(daily)).toBe('per_day|1000|5|30000|')
    expect(fineRuleText(slabs)).toBe('slabs|0|2||1=5000,11=10000')
    expect(() => readFineRule('weekly|100|0||')).toThrow('Not a fine rule')
  })

  it('adds no fine without a rule, or once all but the fine is paid', () => {
    const due = {
      dueOn: '2026-04-10',
      lateAfter: '2026-04-10',
      amountPaise: 1000_00,
      concessionPaise: 100_00,
      finePaise: 70_00,
      paidPaise: 0,
    }
    const runningFine = `2026-04-01 ${fineRuleText(daily)}`
    expect(fineToday({ ...due, runningFine: null }, '2026-05-01')).toBe(70_00)
    expect(fineToday({ ...due, runningFine }, '2026-05-01')).toBe(160_00)
    expect(fineToday({ ...due, runningFine, paidPaise: 899_99 }, '2026-05-01')).toBe(160_00)
    expect(fineToday({ ...due, runningFine, paidPaise: 900_00 }, '2026-05-01')).toBe(70_00)
  })

  it.each([
    ['before the due date', '2026-04-09', 160_00],
    ['on it', '2026-04-10', 160_00],
    ['after it', '2026-04-20', 60_00],
    ['today', '2026-05-01', 0],
  ])('starts on the due date, or on the day the due was created if that is later: %s', (_name, raisedOn, fine) => {
    const due = {
      dueOn: '2026-04-10',
      lateAfter: '2026-04-10',
      amountPaise: 1000_00,
      concessionPaise: 0,
      finePaise: 0,
      paidPaise: 0,
    }
    expect(fineToday({ ...due, runningFine: `${raisedOn} ${fineRuleText(daily)}` }, '2026-05-01')).toBe(fine)
  })

  it('starts no earlier than the day on which the student joined', () => {
    const due = {
      dueOn: '2026-04-10',
      lateAfter: '2026-04-22',
      amountPaise: 1000_00,
      concessionPaise: 0,
      finePaise: 0,
      paidPaise: 0,
    }
    expect(fineToday({ ...due, runningFine: `2026-04-01 ${fineRuleText(daily)}` }, '2026-05-01')).toBe(40_00)
  })

  it('is calculated as of an earlier day, but is never less than the paid part', () => {
    const due = {
      dueOn: '2026-04-10',
      lateAfter: '2026-04-10',
      amountPaise: 1000_00,
      concessionPaise: 100_00,
      finePaise: 70_00,
      paidPaise: 0,
    }
    const running = { ...due, runningFine: `2026-04-01 ${fineRuleText(daily)}` }
    expect(fineOfDay(running, '2026-04-17')).toBe(20_00)
    expect(fineOfDay(running, '2026-04-10')).toBe(0)
    expect(fineOfDay({ ...due, runningFine: null, paidPaise: 1000_00 }, '2026-04-17')).toBe(100_00)
  })

  it('stops growing once the payments cover everything except the fine', () => {
    const due = { amountPaise: 1000_00, concessionPaise: 100_00, finePaise: 70_00, paidPaise: 300_00 }
    expect(coversAllButFine(due, 599_99)).toBe(false)
    expect(coversAllButFine(due, 600_00)).toBe(true)
    expect(coversAllButFine(due, 670_00)).toBe(true)
  })
})
