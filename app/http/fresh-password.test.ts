import { expect, it } from 'vitest'
import { maxPasswordLength } from '~/models/accounts/options'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { passwordRefusal } from './fresh-password.server'

it('says what is wrong with no password and with one that is too long, before it is compared', async () => {
  const staff = { confirmedAt: null } as StaffSession
  const request = new Request('http://shala.test/school/staff')
  expect(await passwordRefusal(request, staff, '')).toBe('Password is required')
  expect(await passwordRefusal(request, staff, 'x'.repeat(maxPasswordLength + 1))).toBe('Password incorrect')
  expect(await passwordRefusal(request, { ...staff, confirmedAt: new Date() }, '')).toBeNull()
})
