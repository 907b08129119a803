import { describe, expect, it } from 'vitest'
import { maxDuesOfPayment, smallestOnlinePaise } from './options'
import { methodFacts, offlineMethods } from './payment-methods'
import { refundDecisionSchema } from './refund-decision-schema'
import {
  confirmTransferSchema,
  offlinePaymentSchema,
  payOnlineSchema,
  paySeveralSchema,
  reasonSchema,
  refundSchema,
} from './schema'

const today = '2026-06-10'
const form_key = 'k-once_only'
const due = 'bbbbbbbbbbb2'

interface Schema {
  safeParse: (value: unknown) => { data?: unknown; error?: { issues: Array<{ path: PropertyKey[]; message: string }> } }
}

/** `field: message` of every issue. */
function errorsOf(schema: Schema, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const stale = 'form_key: This page is out of date. Please try again.'
const wrongAmount = 'Enter an amount such as 1,250 or 1250.50'

describe('online payment schemas', () => {
  it('accepts only a form key of the format that our pages create', () => {
    for (const key of ['12345678', 'k'.repeat(40), form_key])
      expect(errorsOf(payOnlineSchema, { form_key: key })).toEqual([])
    for (const key of [undefined, '', '1234567', 'k'.repeat(41), 'k once only', `${form_key}\n`, 7])
      expect(errorsOf(payOnlineSchema, { form_key: key })).toEqual([stale])
  })

  it('accepts one due or several, up to the limit of a payment', () => {
    expect(errorsOf(paySeveralSchema, { form_key })).toEqual(['due: Choose what you want to pay'])
    expect(errorsOf(paySeveralSchema, { form_key, due: [] })).toEqual(['due: Choose what you want to pay'])
    const many = Array.from({ length: maxDuesOfPayment }, () => due)
    expect(errorsOf(paySeveralSchema, { form_key, due: many })).toEqual([])
    expect(errorsOf(paySeveralSchema, { form_key, due: [...many, due] })).toEqual([
      `due: Choose at most ${maxDuesOfPayment}`,
    ])
    for (const id of ['', 'bbbbbbbbbbb1', 'bbbbbbbbbbb22', `x ${due}`, `${due} x`])
      expect(errorsOf(paySeveralSchema, { form_key, due: [id] })).toHaveLength(1)
  })

  it('reads parts of dues in rupees; a due without a part is paid in full', () => {
    const parts = (typed?: Record<string, string>) => paySeveralSchema.safeParse({ form_key, due: [due], parts: typed })
    expect(parts().data?.parts).toEqual(new Map())
    expect(parts({ [`d${due}`]: ' ' }).data?.parts).toEqual(new Map())
    expect(parts({ [`d${due}`]: ' 1,250.50 ' }).data?.parts).toEqual(new Map([[due, 1250_50]]))
    for (const typed of ['0', 'half', '-5']) expect(parts({ [`d${due}`]: typed }).success).toBe(false)
    for (const name of [due, `d${due}x`, `xd${due}`, 'd', 'dbbbbbbbbbbb1'])
      expect(parts({ [name]: '5' }).success).toBe(false)
  })
})

describe('offlinePaymentSchema', () => {
  const schema = offlinePaymentSchema({ today })
  const counter = {
    form_key,
    due: [due],
    owed: { [`d${due}`]: '125050' },
    sum_paise: '125050',
    method: 'cash',
    paid_on: today,
  }
  const given = { ...counter, parts: { [`d${due}`]: '1250.50' } }

  it('reads a complete form', () => {
    expect(schema.safeParse(given).data).toEqual({
      ...given,
      parts: new Map([[due, 1250_50]]),
      owed: { [`d${due}`]: 1250_50 },
      sum_paise: 1250_50,
    })
    expect(
      schema.safeParse({
        ...given,
        cash_given: ' 1,300 ',
        reference: ' 42 ',
        remarks: ' Thanks ',
        paid_on: ` ${today} `,
      }).data,
    ).toMatchObject({ cash_given: 1300_00, reference: '42', remarks: 'Thanks', paid_on: today })
  })

  it('reports missing fields', () => {
    expect(errorsOf(schema, {})).toEqual([
      stale,
      'sum_paise: Open the page again',
      'method: Choose how it was paid',
      'paid_on: Payment date is required',
    ])
  })

  it.each([
    ['due', [], 'Choose what is being paid'],
    ['sum_paise', '-1', 'Open the page again'],
    ['sum_paise', '1.5', 'Open the page again'],
    ['method', 'online', 'Choose how it was paid'],
    ['paid_on', '2026-06-11', 'The date cannot be in the future'],
    ['paid_on', '1999-12-31', 'Enter a date as yyyy-mm-dd'],
    ['paid_on', '2026-02-30', 'Enter a date as yyyy-mm-dd'],
    ['reference', 'x'.repeat(81), 'Use at most 80 characters'],
    ['remarks', 'x'.repeat(201), 'Use at most 200 characters'],
    ['cash_given', 'plenty', wrongAmount],
  ])('refuses %s of %j', (name, typed, message) => {
    expect(errorsOf(schema, { ...given, [name]: typed })).toEqual([`${name}: ${message}`])
  })

  it('accepts the longest texts, the earliest date and the largest number of dues', () => {
    const atTheLimit = { reference: 'x'.repeat(80), remarks: 'x'.repeat(200), paid_on: '2000-01-01' }
    expect(errorsOf(schema, { ...given, ...atTheLimit })).toEqual([])
    const many = Array.from({ length: maxDuesOfPayment }, () => due)
    expect(errorsOf(schema, { ...given, due: many })).toEqual([])
    expect(errorsOf(schema, { ...given, due: [...many, due] })).toEqual([`due: Choose at most ${maxDuesOfPayment}`])
    expect(errorsOf(schema, { ...given, due: [`${due}x`] })).toEqual(['due.0: Choose what is being paid'])
    expect(errorsOf(schema, { ...given, due: [`x${due}`] })).toEqual(['due.0: Choose what is being paid'])
  })

  it('requires a reference except for cash', () => {
    for (const method of offlineMethods) {
      expect(errorsOf(schema, { ...given, method, reference: '42' })).toEqual([])
      const without = errorsOf(schema, { ...given, method })
      expect(without).toEqual(method === 'cash' ? [] : [`reference: ${methodFacts[method].missingReference}`])
      expect(without.join().includes('cheque')).toBe(method === 'cheque')
    }
  })

  it('requires an amount for each selected due, at most its balance', () => {
    expect(errorsOf(schema, counter)).toEqual([`parts.d${due}: Enter the amount`])
    expect(errorsOf(schema, { ...counter, parts: { [`d${due}`]: '' } })).toEqual([`parts.d${due}: Enter the amount`])
    expect(errorsOf(schema, { ...counter, parts: { [`d${due}`]: 'x' } })).toEqual([`parts.d${due}: ${wrongAmount}`])
    expect(errorsOf(schema, { ...counter, parts: { [`d${due}`]: '5' } })).toEqual([])
    expect(errorsOf(schema, { ...counter, parts: { [`d${due}`]: '1250.51' } })).toEqual([
      `parts.d${due}: The amount exceeds the balance of ₹1,250.50`,
    ])
    expect(errorsOf(schema, { ...counter, due: [], advance: '5' })).toEqual([])
    expect(errorsOf(schema, { ...given, repeats_reference: 'yes' })).toHaveLength(1)
  })
})

it('requires a reason of 3 to 200 letters', () => {
  for (const reason of [undefined, '', 'no', '  no  '])
    expect(errorsOf(reasonSchema, { reason })).toEqual(['reason: Enter the reason'])
  expect(reasonSchema.parse({ reason: ' Why ' })).toEqual({ reason: 'Why' })
  expect(errorsOf(reasonSchema, { reason: 'x'.repeat(200) })).toEqual([])
  expect(errorsOf(reasonSchema, { reason: 'x'.repeat(201) })).toEqual(['reason: Use at most 200 characters'])
})

describe('refundSchema', () => {
  const given = { form_key, from: 'any', amount: '500', reason: 'Paid twice', given_by: 'cash' }
  const counter = refundSchema({ isOnline: false })
  const online = refundSchema({ isOnline: true })

  it('reads source, amount and reason, and the method at the counter', () => {
    expect(counter.parse(given)).toEqual({ ...given, amount: 500_00, password: '' })
    expect(online.parse({ ...given, password: 'secret' })).toMatchObject({ given_by: undefined, password: 'secret' })
    expect(errorsOf(counter, { ...given, given_by: undefined })).toEqual(['given_by: Choose the refund method'])
    for (const from of ['any', 'excess', due]) expect(errorsOf(counter, { ...given, from })).toEqual([])
    for (const from of ['', 'anything', 'xany', `${due}2`, `x${due}`, 'excess '])
      expect(errorsOf(counter, { ...given, from })).toEqual(['from: Choose what is refunded'])
  })

  it("requires at least a paisa at the counter, and the provider's minimum online", () => {
    expect(errorsOf(counter, { ...given, amount: undefined })).toEqual(['amount: Enter the amount'])
    expect(errorsOf(counter, { ...given, amount: 'x' })).toEqual([`amount: ${wrongAmount}`])
    expect(counter.parse({ ...given, amount: ' 0.01 ' }).amount).toBe(1)
    expect(errorsOf(counter, { ...given, amount: '0' })).toEqual(['amount: Enter at least ₹0.01'])
    expect(online.parse({ ...given, amount: String(smallestOnlinePaise / 100) }).amount).toBe(smallestOnlinePaise)
    expect(errorsOf(online, { ...given, amount: '0.99' })).toEqual(['amount: Enter at least ₹1'])
    expect(errorsOf(counter, { ...given, given_reference: 'x'.repeat(81) })).toHaveLength(1)
  })
})

it('confirmTransferSchema accepts days up to today', () => {
  const schema = confirmTransferSchema({ today })
  expect(schema.parse({ paid_on: ` ${today} ` })).toEqual({ paid_on: today })
  expect(errorsOf(schema, {})).toEqual(['paid_on: Payment date is required'])
  expect(errorsOf(schema, { paid_on: '2026-06-11' })).toEqual(['paid_on: The date cannot be in the future'])
})

it('refundDecisionSchema reads an amount per due, the method and its reference', () => {
  const amounts = { [`d${due}`]: ' 1,250 ', dbbbbbbbbbbb3: '' }
  expect(refundDecisionSchema.parse({ amounts })).toEqual({
    amounts: [
      { duePublicId: due, amountPaise: 1250_00 },
      { duePublicId: 'bbbbbbbbbbb3', amountPaise: 0 },
    ],
    remarks: null,
    givenBy: null,
    givenReference: null,
    password: '',
  })
  const how = { given_by: 'cheque', given_reference: ' 42 ', remarks: ' A window ', password: 'secret' }
  expect(refundDecisionSchema.parse(how)).toEqual({
    amounts: [],
    remarks: 'A window',
    givenBy: 'cheque',
    givenReference: '42',
    password: 'secret',
  })
  expect(errorsOf(refundDecisionSchema, { amounts: { [`d${due}`]: 'x' } })).toEqual([`amounts.d${due}: ${wrongAmount}`])
  expect(errorsOf(refundDecisionSchema, { given_by: 'online' })).toEqual(['given_by: Choose the refund method'])
  expect(errorsOf(refundDecisionSchema, { amounts: { [`d${due}`]: '5' }, given_by: 'bank_transfer' })).toEqual([
    'given_reference: Enter the cheque number, the UPI reference or the UTR of the refund',
  ])
  expect(errorsOf(refundDecisionSchema, { given_by: 'bank_transfer' })).toEqual([])
  expect(errorsOf(refundDecisionSchema, { given_reference: 'x'.repeat(81) })).toHaveLength(1)
  for (const name of [due, `d${due}x`, `xd${due}`])
    expect(errorsOf(refundDecisionSchema, { amounts: { [name]: '5' } })).toHaveLength(1)
})
