import { expect, it } from 'vitest'
import { checkFine, type FineDraft, fineDraftOf, fineWords } from './fine-fields'

const blank: FineDraft = fineDraftOf(null)
const draft = (more: Partial<FineDraft>): FineDraft => ({ ...blank, ...more })
const rows = (...typed: Array<[string, string]>) => typed.map(([from_day, amount]) => ({ from_day, amount }))

it.each([
  [draft({}), 'None'],
  [draft({ kind: '' }), 'None'],
  [draft({ kind: 'flat', amount: '50' }), '₹50 once'],
  [
    draft({ kind: 'per_day', amount: '10.50', grace_days: '5', cap: '1,000' }),
    '₹10.50 a day after 5 days of grace, at most ₹1,000',
  ],
  [
    draft({ kind: 'slabs', grace_days: '1', slabs: rows(['1', '50'], ['', ''], ['11', '100']) }),
    '₹50 from day 1, ₹100 from day 11 after 1 day of grace',
  ],
])('reads the late fine %o as %s, and fills the form so that it reads as the same fine again', (typed, words) => {
  const checked = checkFine(typed)
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
  expect(fineWords(checked.rule)).toBe(words)
  const again = checkFine(fineDraftOf(checked.rule))
  expect(again).toEqual(checked)
})

it.each([
  [{ kind: 'weekly' }, { fine_kind: ['Select a valid late fine'] }],
  [{ kind: 'flat' }, { fine_amount: ['Enter an amount of at least ₹1'] }],
  [{ kind: 'flat', amount: 'lots' }, { fine_amount: ['Enter an amount in rupees, such as 50 or 12.50'] }],
  [{ kind: 'per_day', amount: '50', cap: '20' }, { fine_cap: ['The limit is less than the fine'] }],
  [{ kind: 'per_day', amount: '50', grace_days: '400' }, { fine_grace_days: ['Enter a whole number from 0 to 365'] }],
  [{ kind: 'slabs' }, { 'fine_slabs[0].from_day': ['Enter at least one slab'] }],
  [
    { kind: 'slabs', slabs: rows(['5', '50'], ['5', '40']) },
    {
      'fine_slabs[1].from_day': ['Each slab must begin later than the one before'],
      'fine_slabs[1].amount': ['The fine must be higher than in the slab before'],
    },
  ],
  [
    { kind: 'slabs', slabs: rows(['x', '']) },
    {
      'fine_slabs[0].from_day': ['Enter the first day of the slab, from 1 to 999'],
      'fine_slabs[0].amount': ['Enter an amount of at least ₹1'],
    },
  ],
])('refuses the late fine %o with the errors %o', (typed, errors) => {
  expect(checkFine(draft(typed))).toEqual({ ok: false, errors })
})
