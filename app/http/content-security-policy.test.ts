import { expect, it } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.server'

it('allows no foreign host except Google’s on an enhanced page with a map', () => {
  for (const needs of [
    { nonce: undefined, hasMap: false },
    { nonce: 'n', hasMap: false },
    { nonce: undefined, hasMap: true },
  ]) {
    expect(contentSecurityPolicy(needs)).not.toContain('https:')
  }
  const withMap = contentSecurityPolicy({ nonce: 'n', hasMap: true })
  expect(withMap).toContain("script-src 'self' 'nonce-n' https://maps.googleapis.com")
  expect(withMap).toContain("style-src 'self' 'nonce-n' https://fonts.googleapis.com")
  expect(withMap).not.toContain('unsafe')
})
