import { expect, it } from 'vitest'
import { declarableMethods, methodFacts, offlineMethods, returnableMethods } from './payment-methods'

it('gives each spelling of imported files to one method', () => {
  const spellings = offlineMethods.flatMap((method) => methodFacts[method].spellings?.split(' ') ?? [])
  expect(new Set(spellings).size).toBe(spellings.length)
})

it('offers the office no money of the provider', () => {
  for (const methods of [offlineMethods, declarableMethods, returnableMethods]) {
    expect(methods).not.toContain('online')
    expect(methods).not.toEqual([])
  }
})
