import { expect, it } from 'vitest'
import { ownPath } from './paths'

it.each(['/students', '/students/fees?page=2', '/school/students/2b3c4d5e6f7g/edit'])(
  'accepts %s as a redirect target',
  (wanted) => {
    expect(ownPath(wanted, '/home')).toBe(wanted)
  },
)

it.each([
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example/login',
  '/%2e//evil.example',
  '/students/..//evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  null,
])('never redirects to another host: %j', (wanted) => {
  const path = ownPath(wanted, '/home')
  expect(new URL(path, 'http://own').host).toBe('own')
  // Validating an accepted path a second time does not change it.
  expect(ownPath(path, '/home')).toBe(path)
})
