import { expect, it } from 'vitest'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { isPasswordFresh, passwordRefusal } from './fresh-password.server'

const confirmed = (minutesAgo: number) => ({ confirmedAt: new Date(Date.now() - minutesAgo * 60_000) }) as StaffSession
const request = new Request('http://localhost:3000/')

it('requires the password again after five minutes to open a form, and after ten minutes to submit it', async () => {
  expect([1, 4, 6, 11].map((minutes) => isPasswordFresh(confirmed(minutes)))).toEqual([true, true, false, false])
  // The test user opened the form just before the limit of five minutes, and may submit it up to five minutes later.
  expect(await passwordRefusal(request, confirmed(9), '')).toBeNull()
  expect(await passwordRefusal(request, confirmed(11), '')).toBe('Password is required')
})
