import { describe, expect, it } from 'vitest'
import { concessionSchema, copyFeeSchema, waiverSchema } from './concession-schema.server'
import { feeNameLength, maxHeads, maxInstalments, reasonLength } from './options'
import { feeSchema, feeTermsSchema } from './schema'

const id = 'bbbbbbbbbbb2'

interface Schema {
  safeParse: (value: unknown) => { error?: { issues: Array<{ path: PropertyKey[]; message: string }> } }
}

/** Returns all errors as `field: message`. */
function said(schema: Schema, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

describe('feeSchema', () => {
  const head = { kind: 'tuition', name: ' Tuition ', amount: ' 12,500 ' }
  const instalment = { title: ' Term 1 ', due_on: ' 2026-07-10 ', amount: '12500' }
  const fee = { name: ' Annual fee ', academic_session: id, class: id, heads: [head], instalments: [instalment] }

  it('parses a fee to paise, with spaces trimmed', () => {
    expect(feeSchema.parse(fee)).toEqual({
      name: 'Annual fee',
      academic_session: id,
      class: id,
      heads: [{ kind: 'tuition', name: 'Tuition', amountPaise: 12_500_00 }],
      instalments: [{ title: 'Term 1', dueOn: '2026-07-10', amountPaise: 12_500_00 }],
    })
  })

  it('reports missing fields', () => {
    expect(said(feeSchema, { heads: [], instalments: [] })).toEqual([
      'name: Fee name is required',
      'academic_session: Select a valid academic session',
      'class: Select a valid class',
      'heads: Enter at least one head with its amount',
      'instalments: Enter at least one instalment',
    ])
    expect(said(feeSchema, { ...fee, heads: [{}], instalments: [{}] })).toEqual([
      'heads.0.kind: Choose a kind',
      'heads.0.name: Name is required',
      'heads.0.amount: Enter an amount in rupees',
      'instalments.0.title: Title is required',
      'instalments.0.due_on: Due date is required',
      'instalments.0.amount: Enter an amount in rupees',
    ])
  })

  it.each([
    ['amount', 'much', 'Enter an amount in rupees, such as 12,500 or 12500.50'],
    ['amount', '0.99', 'The amount must be at least ₹1'],
    ['amount', ' ', 'Enter an amount in rupees'],
    ['due_on', '2026-02-30', 'Enter a date as yyyy-mm-dd'],
    ['due_on', '1989-12-31', 'Enter a date as yyyy-mm-dd'],
    ['due_on', '2100-01-01', 'Enter a date as yyyy-mm-dd'],
    ['due_on', ' ', 'Due date is required'],
    ['title', 'x'.repeat(feeNameLength + 1), `Use at most ${feeNameLength} characters`],
  ])('refuses an instalment with a %s of "%s"', (name, typed, message) => {
    const wrong = { ...fee, instalments: [{ ...instalment, [name]: typed }] }
    expect(said(feeSchema, wrong)).toEqual([`instalments.0.${name}: ${message}`])
  })

  it('accepts the first and the last allowed date, ₹1, and well-formed ids', () => {
    const least = { ...head, amount: '2' }
    const [first, last] = ['1990-01-01', '2099-12-31'].map((due_on) => ({ ...instalment, due_on, amount: '1' }))
    expect(said(feeSchema, { ...fee, heads: [least], instalments: [first, last] })).toEqual([])
    for (const wrong of [`${id}2`, `x${id}`, 'bbbbbbbbbbb1', ''])
      expect(said(feeSchema, { ...fee, class: wrong })).toEqual(['class: Select a valid class'])
    expect(said(feeSchema, { ...fee, heads: Array(maxHeads + 1).fill(head) })[0]).toMatch(/^heads: /)
    expect(said(feeSchema, { ...fee, instalments: Array(maxInstalments + 1).fill(instalment) })[0]).toMatch(
      /^instalments: /,
    )
  })

  it('requires instalments that add up to the heads, and reports the difference beside the last one', () => {
    const other = { ...instalment, amount: '100.50' }
    expect(said(feeSchema, { ...fee, instalments: [instalment, other] })).toEqual([
      'instalments.1.amount: The instalments come to ₹100.50 more than the heads (₹12,500)',
    ])
    expect(said(feeSchema, { ...fee, heads: [head, { ...head, name: 'Lab', amount: '1000' }] })).toEqual([
      'instalments.0.amount: The instalments come to ₹1,000 less than the heads (₹13,500)',
    ])
    const terms = { name: 'School fee', heads: [{ amount: '12,500' }], instalments: [instalment] }
    expect(said(feeTermsSchema, terms)).toEqual([])
    expect(said(feeTermsSchema, { ...terms, heads: [{ amount: '12,000' }] })).toEqual([
      'instalments.0.amount: The instalments come to ₹500 more than the heads (₹12,000)',
    ])
    expect(said(feeTermsSchema, { ...terms, name: '' })).toEqual(['name: Fee name is required'])
  })
})

describe('concessionSchema', () => {
  const given = { kind: 'sibling', academic_session: id, percent: '12.5', reason: ' Two at school ' }

  it('accepts a percentage of all fees or of one, or an amount of one fee', () => {
    expect(concessionSchema.parse(given)).toMatchObject({ percentHundredths: 12_50, reason: 'Two at school' })
    const amount = { ...given, percent: undefined, amount: '5,000' }
    expect(concessionSchema.parse({ ...amount, fee: id })).toMatchObject({ amountPaise: 5_000_00, fee: id })
    expect(said(concessionSchema, amount)).toEqual(['fee: Choose the fee that the amount is taken off'])
    expect(said(concessionSchema, { ...given, percent: undefined })).toEqual([
      'percent: Enter a percentage or an amount',
    ])
    expect(said(concessionSchema, { ...given, amount: '5' })).toEqual([
      'amount: Enter a percentage or an amount, not both',
    ])
    expect(said(concessionSchema, { ...given, fee: id })).toEqual([])
  })

  it.each([
    ['percent', '0', 'Enter a percentage above 0 and up to 100, such as 25 or 12.5'],
    ['percent', '101', 'Enter a percentage above 0 and up to 100, such as 25 or 12.5'],
    ['kind', 'love', 'Choose why the concession is given'],
    ['academic_session', 'x', 'Select a valid academic session'],
    ['fee', 'x', 'Select a valid fee'],
    ['reason', ' ', 'Enter the reason'],
    ['reason', undefined, 'Enter the reason'],
    ['reason', 'x'.repeat(reasonLength + 1), `Use at most ${reasonLength} characters`],
  ])('refuses a %s of %j', (name, typed, message) => {
    expect(said(concessionSchema, { ...given, [name]: typed })).toEqual([`${name}: ${message}`])
  })

  it('requires an amount of at least ₹1', () => {
    const amount = (typed: string) => said(concessionSchema, { ...given, percent: undefined, fee: id, amount: typed })
    expect(amount('1')).toEqual([])
    expect(amount('0.99')).toEqual(['amount: The amount must be at least ₹1'])
    expect(amount('much')).toEqual(['amount: Enter an amount in rupees, such as 6,000 or 6000.50'])
    expect(said(waiverSchema, { reason: '' })).toEqual(['reason: Enter the reason'])
  })
})

it('requires at least one class for a copy, and limits their number', () => {
  const copy = { name: ' Annual fee ', academic_session: id, class: [id] }
  expect(copyFeeSchema.parse(copy).name).toBe('Annual fee')
  expect(said(copyFeeSchema, {})).toEqual([
    'name: Fee name is required',
    'academic_session: Select a valid academic session',
    'class: Choose at least one class',
  ])
  expect(said(copyFeeSchema, { ...copy, class: [] })).toEqual(['class: Choose at least one class'])
  expect(said(copyFeeSchema, { ...copy, class: Array(200).fill(id) })).toEqual([])
  expect(said(copyFeeSchema, { ...copy, class: Array(201).fill(id) })).toEqual(['class: Select a valid class'])
  expect(said(copyFeeSchema, { ...copy, class: ['x'] })).toEqual(['class.0: Select a valid class'])
})
