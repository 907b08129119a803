import { describe, expect, it } from 'vitest'
import { applicationStatuses, roomStatuses } from './options'
import {
  academicYearOf,
  datesRefusal,
  isPeriodOver,
  isRoomFree,
  isSamePeriod,
  isUndecided,
  mayCancelStay,
  mayLiveIn,
  mealPaise,
  monthBegins,
  monthEnds,
  monthsToRaise,
  roomCost,
  yearsToApplyFor,
  yearsToFilterBy,
} from './rules'

describe('roomCost', () => {
  it('adds deposit, meals and processing fee to the rent, as in the worked example of the specification', () => {
    const cost = roomCost({ rentPaise: 6_000_00, depositPaise: 10_000_00, mealPaise: 2_500_00 })
    expect(cost).toMatchObject({ feePaise: 370_00, firstPaise: 18_870_00, monthlyPaise: 8_500_00 })
  })
  it('rounds the fee to the rupee', () => {
    expect(roomCost({ rentPaise: 6_024_00, depositPaise: 0, mealPaise: 0 }).feePaise).toBe(120_00)
    expect(roomCost({ rentPaise: 6_025_00, depositPaise: 0, mealPaise: 0 }).feePaise).toBe(121_00)
  })
  it('includes meals when the hostel includes them or the student takes them', () => {
    const fee = { mealPlanFeePaise: 2_500_00 }
    expect(mealPaise({ ...fee, mealPlanIncluded: true }, false)).toBe(2_500_00)
    expect(mealPaise({ ...fee, mealPlanIncluded: false }, true)).toBe(2_500_00)
    expect(mealPaise({ ...fee, mealPlanIncluded: false }, false)).toBe(0)
  })
})

describe('academicYearOf, datesRefusal and isSamePeriod', () => {
  it('returns academic years, which begin in April or in the given month', () => {
    expect(academicYearOf('2026-11-22')).toBe('2026-2027')
    expect(academicYearOf('2027-03-31')).toBe('2026-2027')
    expect(academicYearOf('2027-04-01')).toBe('2027-2028')
    expect(yearsToApplyFor('2026-11-22')).toEqual(['2026-2027', '2027-2028', '2028-2029', '2029-2030'])
    expect(academicYearOf('2027-05-31', 6)).toBe('2026-2027')
    expect(academicYearOf('2027-06-01', 6)).toBe('2027-2028')
    expect(academicYearOf('2027-01-01', 1)).toBe('2027-2028')
    expect(yearsToApplyFor('2027-04-15', 6)[0]).toBe('2026-2027')
    expect(yearsToFilterBy('2027-04-15', 6)[0]).toBe('2026-2027')
    expect(yearsToFilterBy('2026-11-22')).toEqual(['2026-2027', '2025-2026', '2024-2025'])
  })
  it('refuses invalid days with their reason', () => {
    const stay = { checkIn: '2026-11-22', checkOut: null, academicYear: '2026-2027' }
    expect(datesRefusal(stay, '2026-11-22')).toBeNull()
    expect(datesRefusal({ ...stay, checkIn: '2026-11-21' }, '2026-11-22')).toBe('check-in-past')
    expect(datesRefusal({ ...stay, checkIn: '2027-04-01' }, '2026-11-22')).toBe('check-in-outside-year')
    expect(datesRefusal({ ...stay, checkOut: '2026-11-22' }, '2026-11-22')).toBe('check-out-before')
    expect(datesRefusal({ ...stay, checkOut: '2026-11-23' }, '2026-11-22')).toBeNull()
    expect(datesRefusal({ ...stay, checkIn: '2027-04-01' }, '2026-11-22', 6)).toBeNull()
    expect(datesRefusal({ ...stay, checkIn: '2027-06-01' }, '2026-11-22', 6)).toBe('check-in-outside-year')
    const inYears = (year: number) => ({ ...stay, checkIn: `${year}-04-01`, academicYear: `${year}-${year + 1}` })
    expect(datesRefusal(inYears(2029), '2026-11-22')).toBeNull()
    expect(datesRefusal(inYears(2030), '2026-11-22')).toBe('check-in-outside-year')
  })
  it('treats any two periods as overlapping when one is the full year', () => {
    expect(isSamePeriod('full_year', '3')).toBe(true)
    expect(isSamePeriod('3', 'full_year')).toBe(true)
    expect(isSamePeriod('3', '3')).toBe(true)
    expect(isSamePeriod('3', '4')).toBe(false)
  })
})

describe('monthBegins, monthsToRaise and isPeriodOver', () => {
  it('begins each month on the day of the move-in, or on the last day of a shorter month', () => {
    expect([1, 2, 3, 4].map((month) => monthBegins('2026-12-31', month))).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ])
    expect(monthEnds('2026-12-01', 2)).toBe('2027-01-31')
    expect(monthEnds('2026-12-31', 3)).toBe('2027-03-30')
  })
  it('charges months from ten days before they begin, also missed ones, never twice and never after the stay', () => {
    const stay = { startsOn: '2026-12-01', checkOutDate: null, yearEndsOn: '2027-03-31', checkedInOn: null, raised: 1 }
    expect(monthsToRaise(stay, '2026-12-21')).toEqual([])
    expect(monthsToRaise(stay, '2026-12-22')).toEqual([2])
    expect(monthsToRaise({ ...stay, raised: 2 }, '2026-12-22')).toEqual([])
    expect(monthsToRaise(stay, '2027-03-01')).toEqual([2, 3, 4])
    expect(monthsToRaise({ ...stay, checkOutDate: '2027-02-01' }, '2027-06-01')).toEqual([2])
    expect(monthsToRaise(stay, '2027-06-01')).toEqual([2, 3, 4])
  })
  it('charges months beyond the planned stay once the student has moved in, until the actual check-out', () => {
    const stay = { startsOn: '2026-12-01', checkedInOn: '2026-12-02', raised: 1, yearEndsOn: '2027-03-31' }
    expect(monthsToRaise({ ...stay, checkOutDate: '2027-02-01' }, '2027-03-25')).toEqual([2, 3, 4, 5])
    expect(monthsToRaise({ ...stay, checkOutDate: null }, '2027-05-01')).toEqual([2, 3, 4, 5, 6])
  })
  it('ends a period with its academic year, or on the day of moving out', () => {
    const stay = { checkOutDate: null, yearEndsOn: '2027-03-31' }
    expect(isPeriodOver(stay, '2027-03-31')).toBe(false)
    expect(isPeriodOver(stay, '2027-04-01')).toBe(true)
    expect(isPeriodOver({ ...stay, checkOutDate: '2027-02-01' }, '2027-01-31')).toBe(false)
    expect(isPeriodOver({ ...stay, checkOutDate: '2027-02-01' }, '2027-02-01')).toBe(true)
  })
})

it("admits boys to boys' hostels and girls to girls' hostels", () => {
  expect(mayLiveIn('boys', 'Male')).toBe(true)
  expect(mayLiveIn('boys', 'Female')).toBe(false)
  expect(mayLiveIn('girls', 'Other')).toBe(false)
  expect(mayLiveIn('boys', 'Other')).toBe(false)
  expect(mayLiveIn('girls', 'Female')).toBe(true)
  expect(mayLiveIn('girls', 'Male')).toBe(false)
  expect(mayLiveIn('mixed', 'Other')).toBe(true)
})

it('offers an available room with a free bed', () => {
  const room = { status: 'available' as const, occupiedCount: 1, capacity: 2 }
  expect(isRoomFree(room)).toBe(true)
  expect(isRoomFree({ ...room, occupiedCount: 2 })).toBe(false)
  expect(roomStatuses.filter((status) => isRoomFree({ ...room, status }))).toEqual(['available'])
})

it('lets a student cancel an open or approved application until moving in', () => {
  const withdrawn = (checkedInOn: string | null) =>
    applicationStatuses.filter((status) => mayCancelStay({ status, checkedInOn })).sort()
  expect(withdrawn(null)).toEqual(['approved', 'pending', 'waitlisted'])
  expect(withdrawn('2026-11-22')).toEqual([])
  expect(applicationStatuses.filter(isUndecided).sort()).toEqual(['pending', 'waitlisted'])
})
