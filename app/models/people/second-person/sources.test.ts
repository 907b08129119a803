import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = new Map(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(join('app', name), 'utf8')] as const),
)
const withWord = (pattern: RegExp) =>
  [...sources]
    .filter(([, text]) => pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
    .map(([name]) => name)
    .sort()

const ledger = 'models/money/ledger'

it('calls steps that pay money out only within moneyOut', () => {
  // Each of these files calls moneyOut itself, or has a function that others call only inside moneyOut.
  expect(withWord(/\brequestRefundStep\(/)).toEqual([
    `${ledger}/counter/give-back.server.ts`,
    `${ledger}/refunds.server.ts`,
  ])
  expect(withWord(/\b(refundDue|refundHeldDues)\(/)).toEqual([
    `${ledger}/counter/give-back.server.ts`,
    'models/money/shop/orders/cancel-order.server.ts',
    'models/money/subscriptions/refunds.server.ts',
  ])
  const within = [
    'models/entry/imports/undo/undo-import.server.ts',
    `${ledger}/counter/void-payment.server.ts`,
    `${ledger}/refunds.server.ts`,
    'models/money/shop/orders/cancel-order.server.ts',
    'models/money/subscriptions/refunds.server.ts',
  ]
  expect(withWord(/\bmoneyOut\(/)).toEqual(within)
})

it('finds statements that pay money out only in the listed files, which record them with recordMoneyOut', () => {
  // Refunds made in the provider's own dashboard bypass the portal, which records them afterwards.
  const told = `${ledger}/online/provider-refunds.server.ts`
  expect(withWord(/Refund\.create\(|INTO refunds\b/)).toEqual([told, `${ledger}/refunds.server.ts`])
  expect(withWord(/kind: '(refund|bounce)'( as const)?,\n\s+state/)).toEqual([
    `${ledger}/counter/void-payment.server.ts`,
    `${ledger}/refunds.server.ts`,
  ])
  expect(withWord(/\brecordMoneyOut\(/)).toEqual([
    `${ledger}/counter/void-payment.server.ts`,
    `${ledger}/refunds.server.ts`,
    'models/people/second-person/money-out.server.ts',
  ])
})

it('writes bank accounts and payment keys only in files that require a second person for it', () => {
  const writes =
    /(SchoolSettings|Hostel)\.(upsert|update)\([^)]*(razorpay|\.\.\.after|bankAccountOf|none\b)|SET bank_name|INTO hostels\b/
  const files = withWord(writes)
  expect(files).toEqual([
    'models/money/hostels/stay/hostel-account.server.ts',
    'models/people/second-person/fee-account.server.ts',
    'models/people/second-person/save-payment-keys.server.ts',
  ])
  const writing = [...files, 'models/money/hostels/hostels.server.ts']
  expect(writing.filter((name) => !/\bsecondPersonStep\(/.test(sources.get(name) ?? ''))).toEqual([])
  // Other files only read these columns.
  const named = withWord(/\b(razorpayKey|razorpayWebhook)\w*:/)
  expect(named).toEqual([
    'models/core/schools/tables.server.ts',
    'models/people/second-person/save-payment-keys.server.ts',
  ])
})
