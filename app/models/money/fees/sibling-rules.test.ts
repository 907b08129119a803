import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { familiesOf, nthWord, type RuleChild, type SiblingRule, siblingPercent } from './sibling-rules'

const rule: SiblingRule = {
  isOn: true,
  secondPercent: 10_00,
  thirdPercent: 25_00,
  furtherPercent: null,
  orderBy: 'admission',
  families: 'guardians',
}
const child = (id: number, more: Partial<RuleChild> = {}): RuleChild => ({
  id,
  admittedOn: null,
  bornOn: '2015-01-01',
  mobileNumber: `m${id}`,
  guardianIds: [],
  ...more,
})
const ids = (families: RuleChild[][]) => families.map((family) => family.map(({ id }) => id))

describe('sibling rule', () => {
  it('groups children who share a guardian, also through a third child, or a mobile number when they have no guardian', () => {
    const children = [
      child(1, { guardianIds: [7] }),
      child(2, { guardianIds: [7, 8] }),
      child(3, { guardianIds: [8], mobileNumber: 'home' }),
      child(4, { mobileNumber: 'home' }),
      child(5, { guardianIds: [9], mobileNumber: 'm1' }),
      child(6),
    ]
    expect(ids(familiesOf(children, rule))).toEqual([[1, 2, 3, 4], [5], [6]])
    expect(ids(familiesOf(children, { ...rule, families: 'mobile' }))).toEqual([[1, 5], [2], [3, 4], [6]])
  })

  it('orders children by admission or birth date, and puts those without an admission date last', () => {
    const children = [
      child(1, { mobileNumber: 'm', admittedOn: '2024-06-01', bornOn: '2010-01-01' }),
      child(2, { mobileNumber: 'm', admittedOn: '2022-06-01', bornOn: '2014-01-01' }),
      child(3, { mobileNumber: 'm', bornOn: '2008-01-01' }),
    ]
    expect(ids(familiesOf(children, rule))).toEqual([[2, 1, 3]])
    expect(ids(familiesOf(children, { ...rule, orderBy: 'birth' }))).toEqual([[3, 1, 2]])
  })

  it('gives the second, third and further children their percentages, and none while the rule is off', () => {
    expect([1, 2, 3, 4].map((nth) => siblingPercent(rule, nth))).toEqual([null, 10_00, 25_00, null])
    expect(siblingPercent({ ...rule, furtherPercent: 50_00 }, 7)).toBe(50_00)
    expect(siblingPercent({ ...rule, isOn: false }, 2)).toBeNull()
    expect([1, 2, 3, 4, 11, 12, 22].map(nthWord)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '22nd'])
  })

  it('finds the same families as a simple slow search', () => {
    const drawn = fc.array(
      fc.record({
        guardianIds: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
        mobileNumber: fc.integer({ min: 1, max: 9 }).map(String),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(drawn, fc.constantFrom('guardians' as const, 'mobile' as const), (facts, families) => {
        const children = facts.map((more, index) => child(index + 1, more))
        const belong = (one: RuleChild, other: RuleChild) => {
          const sameNumber = one.mobileNumber === other.mobileNumber
          if (families === 'mobile') return sameNumber
          const isBare = children.some((any) => any.guardianIds.length === 0 && any.mobileNumber === one.mobileNumber)
          return one.guardianIds.some((id) => other.guardianIds.includes(id)) || (sameNumber && isBare)
        }
        const seen = new Set<number>()
        const plain: number[][] = []
        for (const first of children) {
          if (seen.has(first.id)) continue
          const family = [first]
          for (const one of family)
            for (const other of children) if (!family.includes(other) && belong(one, other)) family.push(other)
          for (const { id } of family) seen.add(id)
          plain.push(family.map(({ id }) => id).sort((a, b) => a - b))
        }
        expect(ids(familiesOf(children, { ...rule, families }))).toEqual(plain)
      }),
      { numRuns: 400 },
    )
  })
})
