import { expect, it } from 'vitest'
import {
  declarableMethods,
  methodFacts,
  offlineMethods,
  paymentMethods,
  returnableMethods,
  uniqueReferenceMethods,
} from './payment-methods'

it('has the payment methods of the specification, each with its properties', () => {
  expect(paymentMethods.slice(0, 7)).toEqual([
    'online',
    'cash',
    'cheque',
    'upi',
    'bank_transfer',
    'demand_draft',
    'card',
  ])
  expect(paymentMethods.filter((method) => !methodFacts[method].missingReference)).toEqual(['online', 'cash'])
  expect(declarableMethods).toEqual(['cash', 'bank_transfer'])
  expect(returnableMethods).toEqual(['cheque', 'demand_draft'])
  expect(uniqueReferenceMethods.slice(0, 2)).toEqual(['upi', 'bank_transfer'])
})

it('never assigns a word in imported files to two methods', () => {
  const spellings = offlineMethods.flatMap((method) => methodFacts[method].spellings?.split(' ') ?? [])
  expect(new Set(spellings).size).toBe(spellings.length)
})
