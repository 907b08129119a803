import { describe, expect, it } from 'vitest'
import { checkDraft } from './check-draft.server'
import { emptyDraft, type FeeDraft, readDraft, reshapeDraft } from './draft'

function typed(entries: Record<string, string>): FeeDraft {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  return readDraft(form)
}

const fee = {
  name: 'School fee',
  academic_session: 'bcdfghjkmnpq',
  class: 'qpnmkjhgfdcb',
  'heads[0].kind': 'tuition',
  'heads[0].name': 'Tuition fee',
  'heads[0].amount': '40,000',
  'heads[1].kind': 'other',
  'heads[1].name': '',
  'heads[1].amount': '',
  'heads[2].kind': 'other',
  'heads[2].name': 'Computer fee',
  'heads[2].amount': '10000.50',
  'instalments[0].title': 'First',
  'instalments[0].due_on': '2026-04-10',
  'instalments[0].amount': '25000.50',
  'instalments[1].title': '',
  'instalments[1].due_on': '',
  'instalments[1].amount': '',
  'instalments[2].title': 'Second',
  'instalments[2].due_on': '2026-10-10',
  'instalments[2].amount': '25,000',
}

describe('checkDraft', () => {
  it('reads a fee without its empty rows', () => {
    const checked = checkDraft(typed(fee))
    expect(checked).toEqual({
      ok: true,
      value: {
        name: 'School fee',
        academic_session: 'bcdfghjkmnpq',
        class: 'qpnmkjhgfdcb',
        heads: [
          { kind: 'tuition', name: 'Tuition fee', amountPaise: 40_000_00 },
          { kind: 'other', name: 'Computer fee', amountPaise: 10_000_50 },
        ],
        instalments: [
          { title: 'First', dueOn: '2026-04-10', amountPaise: 25_000_50 },
          { title: 'Second', dueOn: '2026-10-10', amountPaise: 25_000_00 },
        ],
        fineRule: null,
      },
    })
  })

  it.each<[Record<string, string>, Record<string, string[]>]>([
    [
      { 'instalments[2].amount': '24,000' },
      { 'instalments[2].amount': ['The instalments come to ₹1,000 less than the heads (₹50,000.50)'] },
    ],
    [
      { 'instalments[2].amount': '25000.50' },
      { 'instalments[2].amount': ['The instalments come to ₹0.50 more than the heads (₹50,000.50)'] },
    ],
    [{ 'heads[2].name': '' }, { 'heads[2].name': ['Name is required'] }],
    [{ 'heads[2].amount': '-5' }, { 'heads[2].amount': ['Enter an amount in rupees, such as 12,500 or 12500.50'] }],
    [{ 'heads[2].amount': '0' }, { 'heads[2].amount': ['The amount must be at least ₹1'] }],
    [{ 'heads[2].kind': 'gift' }, { 'heads[2].kind': ['Choose a kind'] }],
    [{ 'instalments[2].due_on': '2026-02-30' }, { 'instalments[2].due_on': ['Enter a date as yyyy-mm-dd'] }],
    [{ 'instalments[2].due_on': '' }, { 'instalments[2].due_on': ['Due date is required'] }],
    [{ name: ' ' }, { name: ['Fee name is required'] }],
    [{ class: '' }, { class: ['Select a valid class'] }],
  ])('for the change %j, returns the errors %j', (change, errors) => {
    expect(checkDraft(typed({ ...fee, ...change }))).toEqual({ ok: false, errors })
  })

  it('requires heads and instalments when the form is empty', () => {
    const checked = checkDraft({
      ...emptyDraft({ academic_session: 'bcdfghjkmnpq', class: 'qpnmkjhgfdcb' }),
      name: 'Fee',
    })
    expect(checked).toEqual({
      ok: false,
      errors: {
        'heads[0].amount': ['Enter at least one head with its amount'],
        'instalments[0].amount': ['Enter at least one instalment'],
      },
    })
  })

  it('ignores rows beyond the limits, whatever their index', () => {
    const draft = typed({ ...fee, 'heads[999999999].name': 'x', 'instalments[4].title': 'after a hole' })
    expect([draft.heads.length, draft.instalments.length]).toEqual([3, 3])
  })
})

describe('reshapeDraft', () => {
  it('adds one row and keeps everything typed', () => {
    const { draft } = reshapeDraft(typed(fee), 'add-head', null)
    expect(draft.heads).toHaveLength(4)
    expect(draft.heads[2]).toEqual({ kind: 'other', name: 'Computer fee', amount: '10000.50' })
  })

  it('splits the heads over instalments, keeping typed titles and dates', () => {
    const { draft } = reshapeDraft(typed({ ...fee, split_count: '4' }), 'split', '2026-04-01')
    expect(draft.instalments).toEqual([
      { title: 'First', due_on: '2026-04-10', amount: '12500.13' },
      { title: 'Instalment 2', due_on: '2026-07-10', amount: '12500.13' },
      { title: 'Second', due_on: '2026-10-10', amount: '12500.12' },
      { title: 'Instalment 4', due_on: '2027-01-10', amount: '12500.12' },
    ])
    expect(checkDraft(draft).ok).toBe(true)
  })

  it.each([
    [{ split_count: '0' }, 'split_count'],
    [{ split_count: '13' }, 'split_count'],
    [{ split_count: 'many' }, 'split_count'],
    [{ split_count: '4', 'heads[0].amount': 'lots' }, 'heads[0].amount'],
    [{ split_count: '4', 'heads[0].amount': '', 'heads[2].amount': '' }, 'heads[0].amount'],
  ])('reports what is missing for a split with %j', (change, field) => {
    const before = typed({ ...fee, ...change } as Record<string, string>)
    const { draft, errors } = reshapeDraft(before, 'split', '2026-04-01')
    expect(Object.keys(errors)).toEqual([field])
    expect(draft).toEqual(before)
  })
})
