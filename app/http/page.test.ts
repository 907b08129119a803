import { expect, it } from 'vitest'
import { hasMap, pageTitle } from './page'

it('allows a map only on its own pages and only when the school has a browser key', () => {
  const withMap = pageTitle(() => 'Transport', { hasMap: true })
  const shell = { schoolName: 'A school', hasMapsKey: true }
  expect(hasMap(withMap, [null, shell, { form: {} }])).toBe(true)
  expect(hasMap(withMap, [null, { ...shell, hasMapsKey: false }, undefined])).toBe(false)
  expect(hasMap(withMap, [])).toBe(false)
  expect(
    hasMap(
      pageTitle(() => 'Fees'),
      [shell],
    ),
  ).toBe(false)
  expect(hasMap(undefined, [shell])).toBe(false)
})
