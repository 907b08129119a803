import { expect, it } from 'vitest'
import { methodFacts, offlineMethods } from '~/models/money/ledger/payment-methods'
import { methodInWords, namesMethod } from './methods'

it.each([
  ['G-Pay', 'upi'],
  ['Google Pay', 'upi'],
  ['PhonePe-UPI', 'upi'],
  ['Phone Pe', 'upi'],
  ['QR Code', 'upi'],
  ['Paytm QR scan', 'upi'],
  ['Online (UPI)', 'upi'],
  ['NEFT/RTGS', 'bank_transfer'],
  ['Online', 'bank_transfer'],
  ['Net Banking', 'bank_transfer'],
  ['Bank', 'bank_transfer'],
  ['Bank transfer', 'bank_transfer'],
  ['By Cash', 'cash'],
  ['CASH RECEIVED', 'cash'],
  ['રોકડ', 'cash'],
  ['नकद', 'cash'],
  ['रोकड़', 'cash'],
  ['CHQ.', 'cheque'],
  ['ચેક', 'cheque'],
  ['Debit Card', 'card'],
  ['Swipe Machine', 'card'],
  ['POS machine', 'card'],
  ['D.D.', 'demand_draft'],
  ['Demand Draft', 'demand_draft'],
  ['Banker’s cheque', 'demand_draft'],
  ['Card machine', 'card'],
  ['Cash received at counter', 'cash'],
])('methodInWords reads %s as %s', (text, method) => {
  expect(methodInWords(text)).toEqual({ method })
})

it.each([
  ['Cheque No 123456', 'cheque', '123456'],
  ['Cheque dated 123456', 'cheque', '123456'],
  ['Chq.no.004512 SBI', 'cheque', '004512'],
  ['DD 778899', 'demand_draft', '778899'],
  ['UPI/617112345679', 'upi', '617112345679'],
  ['NEFT UTR SBIN0001234', 'bank_transfer', 'SBIN0001234'],
])('methodInWords separates the number from the method in %s', (text, method, reference) => {
  expect(methodInWords(text)).toEqual({ method, reference })
})

it.each([
  'Cash/Cheque',
  'Cheque bounced',
  'Cash deposit in bank',
  'UPI failed',
  'Adjustment',
  '-',
  '123456',
  'Pending',
  'Cash refund',
  'Not cash',
  'Cash not received',
  'No cash',
  'Google Form',
  'Cheque (to be deposited)',
  'Post dated cheque',
  'Post-dated cheque 123456',
  'PDC',
  'Cheque awaited',
  'Cheque on hold',
  'UPI declined',
  'Cheque uncleared',
  'Will pay by cash',
  'રોકડ બાકી',
  'चेक वापस',
])('methodInWords returns null for %s, which names no single method or may not be a payment', (text) => {
  expect(methodInWords(text)).toBeNull()
})

it.each(offlineMethods)('methodInWords and namesMethod know each spelling of %s, alone and with a number', (method) => {
  const { name, spellings = '', vagueSpellings = '' } = methodFacts[method]
  const words = `${spellings} ${vagueSpellings}`.split(' ').filter(Boolean)
  for (const word of [name, ...words]) {
    expect(methodInWords(word)).toEqual({ method })
    expect(methodInWords(`${word} 123`)).toEqual({ method })
    expect(namesMethod(`${word} 123`)).toBe(true)
  }
})

it.each(['CHQ123456', 'Ravi Patel', '4500', ''])('namesMethod finds no method in %j', (text) => {
  expect(namesMethod(text)).toBe(false)
})
