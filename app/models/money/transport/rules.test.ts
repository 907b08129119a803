import { describe, expect, it } from 'vitest'
import { applicationStatuses, standardTariff } from './options'
import {
  distanceFare,
  firstPeriodFrom,
  hasBegun,
  isLive,
  kmOf,
  mayCancelTransport,
  officeMayCancel,
  periodBegins,
  periodEnds,
  periodsSuspended,
  periodsToRaise,
  planPrice,
  shownPrice,
  shownStatus,
  vehicleFare,
} from './rules'

describe('fares', () => {
  it('adds base fare and distance: ₹1,000 and ₹50 × 12.4 km are ₹1,620 a month', () => {
    expect(distanceFare({ basePaise: 1_000_00, perKmPaise: 50_00 }, 12_400)).toBe(1_620_00)
    expect(distanceFare({ basePaise: 0, perKmPaise: 3_75 }, 9_200)).toBe(35_00)
    expect([kmOf(12_449), kmOf(12_450)]).toEqual([12.4, 12.5])
    expect(distanceFare({ basePaise: 0, perKmPaise: 33_33 }, 1_000)).toBe(33_00)
    expect(distanceFare({ basePaise: 0, perKmPaise: 33_33 }, 0)).toBe(1_00)
  })

  it('prices a seat by the amount of the trip, otherwise of the vehicle, otherwise of the tariff', () => {
    const run = { feePaise: null, feeType: 'per_km' as const, amountPaise: null }
    const amountPaise = 80_00
    expect(vehicleFare(run, standardTariff, 12_400)).toEqual({
      monthPaise: 1_620_00,
      basePaise: 1_000_00,
      calculation: 'tariff',
    })
    // A vehicle's own rate per km has no base fare.
    expect(vehicleFare({ ...run, amountPaise }, standardTariff, 12_400)).toMatchObject({
      monthPaise: 992_00,
      calculation: 'per_km',
    })
    expect(vehicleFare({ ...run, amountPaise, feeType: 'other' }, standardTariff, 12_400)).toMatchObject({
      monthPaise: 992_00,
    })
    expect(vehicleFare({ ...run, amountPaise, feeType: 'fixed' }, standardTariff, 12_400)).toMatchObject({
      monthPaise: 80_00,
      calculation: 'fixed',
    })
    expect(vehicleFare({ ...run, amountPaise, feePaise: 700_00 }, standardTariff, 12_400)).toMatchObject({
      monthPaise: 700_00,
      calculation: 'route',
    })
  })
})

it('does not charge periods that fall wholly within a suspension', () => {
  const application = { startsOn: '2026-09-01', plan: 'monthly' as const }
  const days = { from: '2026-11-25', before: '2027-01-10' }
  expect(periodsSuspended(application, [0, 1, 2, 3, 4, 5], days)).toEqual([4])
  expect(periodsSuspended(application, [0, 1, 2, 3, 4, 5], { ...days, from: '2026-11-01' })).toEqual([3, 4])
  expect(periodsSuspended(application, [0, 1, 2, 3, 4, 5], { ...days, before: '2026-12-31' })).toEqual([])
})

describe('planPrice', () => {
  it('discounts a fare of ₹1,620 a month to ₹4,617 a quarter or ₹17,496 a year', () => {
    expect(planPrice('monthly', 1_620_00, 10)).toMatchObject({ periodPaise: 1_620_00, savedPaise: 0, instalments: 12 })
    expect(planPrice('quarterly', 1_620_00, 10)).toMatchObject({
      periodPaise: 4_617_00,
      savedPaise: 243_00,
      instalments: 4,
      yearPaise: 18_468_00,
    })
    expect(planPrice('annual', 1_620_00, 10)).toMatchObject({
      periodPaise: 17_496_00,
      savedPaise: 1_944_00,
      instalments: 1,
    })
  })

  it('applies the school’s annual discount, rounded to whole rupees', () => {
    expect(planPrice('annual', 1_621_00, 0)).toEqual({
      plan: 'annual',
      months: 12,
      discountPercent: 0,
      fullPaise: 19_452_00,
      periodPaise: 19_452_00,
      savedPaise: 0,
      instalments: 1,
      yearPaise: 19_452_00,
    })
    // Without a discount the amount is not rounded.
    expect(planPrice('monthly', 1_621_50, 15).periodPaise).toBe(1_621_50)
    expect(planPrice('annual', 1_621_00, 15)).toMatchObject({ discountPercent: 15, periodPaise: 16_534_00 })
  })
})

describe('periods', () => {
  it('begin on the day of the month on which travel began, or on the last day of a shorter month', () => {
    expect(periodBegins('2026-11-30', 'quarterly', 2)).toBe('2027-02-28')
    expect(periodEnds('2026-11-30', 'quarterly', 1)).toBe('2027-02-27')
    expect(periodEnds('2026-04-01', 'annual', 1)).toBe('2027-03-31')
    expect(firstPeriodFrom('2026-04-01', 'monthly', '2026-04-02')).toBe(2)
    expect(firstPeriodFrom('2026-04-01', 'monthly', '2026-05-01')).toBe(2)
    expect(firstPeriodFrom('2026-04-01', 'monthly', '2026-05-02')).toBe(3)
  })

  it('are charged ten days before they begin, including those missed earlier', () => {
    const application = { startsOn: '2026-04-01', resumedOn: null, plan: 'monthly' as const, raised: 1 }
    expect(periodsToRaise(application, '2026-04-20')).toEqual([])
    expect(periodsToRaise(application, '2026-04-21')).toEqual([2])
    expect(periodsToRaise(application, '2026-06-25')).toEqual([2, 3, 4])
    expect(periodsToRaise({ ...application, plan: 'annual' }, '2027-03-01')).toEqual([])
  })

  it('are not charged if they passed during a suspension', () => {
    const application = { startsOn: '2026-04-01', resumedOn: '2026-07-15', plan: 'monthly' as const, raised: 2 }
    expect(periodsToRaise(application, '2026-07-25')).toEqual([4, 5])
  })
})

it('shows an approved application as paid when nothing is owed', () => {
  expect(shownStatus('approved', 0)).toBe('payment_completed')
  expect(shownStatus('approved', 1)).toBe('approved')
  expect(shownStatus('active', 0)).toBe('active')
})

it('includes the deposit in the shown price', () => {
  expect(shownPrice(1_620_00, 2_000_00)).toBe('162000+200000')
})

describe('cancellation', () => {
  const today = '2026-11-22'
  const those = (may: (status: (typeof applicationStatuses)[number]) => boolean) =>
    applicationStatuses.filter(may).sort()

  it('lets the student cancel before activation, and the office until the first day of travel', () => {
    expect(those(mayCancelTransport)).toEqual(['approved', 'pending'])
    expect(those(isLive)).toEqual(['active', 'approved', 'pending', 'suspended'])
    expect(those((status) => hasBegun({ status, startsOn: today }, today))).toEqual(['active', 'suspended'])
    expect(those((status) => hasBegun({ status, startsOn: '2026-11-23' }, today))).toEqual([])
    expect(those((status) => hasBegun({ status, startsOn: null }, today))).toEqual([])
    expect(those((status) => officeMayCancel({ status, startsOn: today }, today))).toEqual(['approved', 'pending'])
    expect(those((status) => officeMayCancel({ status, startsOn: '2026-11-23' }, today))).toEqual([
      'active',
      'approved',
      'pending',
      'suspended',
    ])
  })
})
