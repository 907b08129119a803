import { expect, it } from 'vitest'
import { kindOfRoute } from './metrics'

it.each([
  ['/', 'public'],
  ['/students/fees/x/pay', 'student'],
  ['/student-management/quizzes', 'student'],
  ['/school', 'school'],
  ['/assets/a.js', 'asset'],
  ['/readyz', 'operator'],
  ['/wp-login.php', 'other'],
  ['/constructor', 'other'],
  ['/__proto__/x', 'other'],
])('%s is counted as %s', (path, kind) => {
  expect(kindOfRoute(path)).toBe(kind)
})
