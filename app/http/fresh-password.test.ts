import { expect, it } from 'vitest'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { isPasswordFresh, passwordRefusal } from './fresh-password.server'

const confirmed = (minutesAgo: number) => ({ confirmedAt: new Date(Date.now() - minutesAgo * 60_000) }) as StaffSession
const request = new Request('http://localhost:3000/')

it('asks for the password when a form is opened, before it would be asked for when the form is sent', async () => {
  expect([1, 4, 6, 11].map((minutes) => isPasswordFresh(confirmed(minutes)))).toEqual([true, true, false, false])
  // Who opened a form just before the fields would have asked has five minutes to fill it.
  expect(await passwordRefusal(request, confirmed(9), '')).toBeNull()
  expect(await passwordRefusal(request, confirmed(11), '')).toBe('Password is required')
})
