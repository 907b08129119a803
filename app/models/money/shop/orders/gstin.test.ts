import { expect, it } from 'vitest'
import { isGstin } from './gstin'

it.each([
  ['27AAPFU0939F1ZV', true],
  ['24AAACC1206D1ZM', true],
  // One character wrong, two swapped, too short, lower case, no Z.
  ['27AAPFU0939F1ZW', false],
  ['27AAPFU0993F1ZV', false],
  ['27AAPFU0939F1Z', false],
  ['27aapfu0939f1zv', false],
  ['27AAPFU0939F1AV', false],
  ['', false],
])('accepts %s as a GSTIN: %s', (text, expected) => {
  expect(isGstin(text)).toBe(expected)
})
