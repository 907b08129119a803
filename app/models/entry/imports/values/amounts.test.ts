import { expect, it } from 'vitest'
import { readAmount, readBalance, readPayment, readSide, usualAmounts } from './amounts'

const comma = { ...usualAmounts, decimal: ',' as const }

it.each([
  ['4500', 450000],
  ['₹ 1,25,000.50', 12500050],
  ['1,234.50', 123450],
  ['Rs. 500/-', 50000],
  ['Rs.4,500.00', 450000],
  ['4500=00', 450000],
  ['4,500 only', 450000],
  ['INR 4500', 450000],
  ['4500 Rs', 450000],
  ['૪૫૦૦', 450000],
  ['४,५००', 450000],
  ['1.2 lakh', 12000000],
  ['1.25L', 12500000],
  ['2 lacs', 20000000],
  ['15k', 1500000],
  ['1.5 લાખ', 15000000],
  ['0.30000000000000004', 30],
  ['2799.9999999999995', 280000],
  ['4500.1000000000004', 450010],
  ['4.5E3', 450000],
  ['12 500', 1250000],
  ['1500.000', 150000],
])('readAmount reads %s', (text, paise) => {
  expect(readAmount(text)).toEqual({ ok: true, text: String(paise) })
})

it.each([
  '-5',
  '(500)',
  '1,5',
  '12,50',
  '4.500',
  '100.005',
  '4500.123',
  'abc',
  '1.234,50',
  '#N/A',
  '2026-01-02',
  '99999999999',
])('readAmount refuses %s', (text) => {
  expect(readAmount(text)).toMatchObject({ ok: false })
})

it.each([
  ['1.234,50', 123450],
  ['1.25.000,50', 12500050],
  ['4.500', 450000],
  ['12,5', 1250],
  ['1 234,50', 123450],
])('readAmount reads %s with a decimal comma', (text, paise) => {
  expect(readAmount(text, comma)).toEqual({ ok: true, text: String(paise) })
})

it.each([
  ['paise', '450000', 450000],
  ['lakhs', '1.2', 12000000],
  ['thousands', '4.5', 450000],
  ['paise', '2 lakh', 20000000],
] as const)('readAmount reads a column of %s: %s', (unit, text, paise) => {
  expect(readAmount(text, { ...usualAmounts, unit })).toEqual({ ok: true, text: String(paise) })
})

it.each([
  ['NIL', 0],
  ['nil', 0],
  ['Zero', 0],
  ['0', 0],
  ['0.00', 0],
  ['०', 0],
  ['-', 0],
  ['–', 0],
  ['--', 0],
  ['₹ -', 0],
  ['N/A', 0],
  ['No dues', 0],
  ['Paid', 0],
  ['શૂન્ય', 0],
  ['0/-', 0],
  ['4,500.00 Dr', 450000],
  ['4500 DR.', 450000],
  ['1,200.00 Cr', -120000],
  ['Cr 1200', -120000],
  ['0.00 Cr', 0],
  ['Dr4500', 450000],
  ['Dr.Rs 4500', 450000],
  ['Cr500', -50000],
  ['500 જમા', -50000],
  ['4500', 450000],
])('readBalance reads %s', (text, paise) => {
  expect(readBalance(text)).toEqual({ ok: true, text: String(paise) })
})

it.each(['-1200', '(1,200)', '1200-', 'soon'])('readBalance refuses %s', (text) => {
  expect(readBalance(text)).toMatchObject({ ok: false })
})

it.each([
  ['1000 Cr', 'cr', '100000'],
  ['1000 Dr', 'cr', '-100000'],
  ['1000 Dr', 'dr', '100000'],
  ['1000', 'dr', '100000'],
] as const)('readPayment reads %s where payments are %s', (text, paidSide, paise) => {
  expect(readPayment(text, { ...usualAmounts, paidSide })).toEqual({ ok: true, text: paise })
})

it.each(['0', 'nil', '-', '0.00'])('readPayment refuses %s', (text) => {
  expect(readPayment(text)).toMatchObject({ ok: false })
})

it.each([
  ['Dr.', 'dr'],
  ['(Debit)', 'dr'],
  ['d', 'dr'],
  ['નામે', 'dr'],
  ['CR', 'cr'],
  ['जमा', 'cr'],
  ['-', ''],
  ['0', ''],
  ['0.00', ''],
])('readSide reads %s', (text, side) => {
  expect(readSide(text)).toEqual({ ok: true, text: side })
})

it.each(['સરજમા', 'Dr 500', 'Opening', 'constructor'])('readSide refuses %s', (text) => {
  expect(readSide(text)).toMatchObject({ ok: false })
})
