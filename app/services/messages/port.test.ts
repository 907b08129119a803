import { expect, it } from 'vitest'
import { countSms, isUnicode } from './port'

it('counts the parts of an SMS as networks do: one part of 160 or 70 letters, or parts of 153 or 67', () => {
  expect([160, 161, 306, 307].map((length) => countSms('a'.repeat(length)))).toEqual([1, 2, 2, 3])
  expect([70, 71, 134, 135].map((length) => countSms('અ'.repeat(length)))).toEqual([1, 2, 2, 3])
  // A euro sign and a bracket count twice in a plain text; ₹ makes it Unicode.
  expect(countSms(`${'a'.repeat(159)}€`)).toBe(2)
  expect(countSms(`₹${'a'.repeat(70)}`)).toBe(2)
  expect(countSms('')).toBe(1)
})

it('recognises the letters of GSM 03.38', () => {
  for (const plain of ['Dear parent, Rs. 500 @ 10%', 'Ñandù è £5', '[a] {b} ~|^\\'])
    expect(isUnicode(plain)).toBe(false)
  for (const other of ['₹500', 'આજે', 'आज', 'it’s', 'a`b', '😀']) expect(isUnicode(other)).toBe(true)
})
