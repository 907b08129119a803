import { expect, it } from 'vitest'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { makeAcademicSession } from '../../../../../tests/factories/academics'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { monthSession, requireOwnSession } from './__attendance.server'
import { marksOf } from './__mark.server'

it('shows a teacher no day and no register of another session than the current one', async () => {
  const school = await makeSchool()
  const last = await makeAcademicSession(school, { startYear: 2025 })
  const now = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const { scope } = await makeStaff(school)
  const as = (role: 'teacher' | 'office') => ({ scope, role }) as StaffSession
  const asked = new URLSearchParams({ month: '2025-07' })
  expect(await monthSession(as('office'), asked, '2025-07')).toMatchObject({ id: last.id, isCurrent: false })
  await expect(monthSession(as('teacher'), asked, '2025-07')).rejects.toMatchObject({ status: 404 })
  // The month that nobody asked for is merely empty.
  expect(await monthSession(as('teacher'), new URLSearchParams(), '2025-07')).toBeNull()
  expect(await monthSession(as('teacher'), new URLSearchParams(), '2026-07')).toMatchObject({ id: now.id })
  const ofLast = await monthSession(as('office'), asked, '2025-07')
  expect(() => requireOwnSession(as('office'), ofLast)).not.toThrow()
  expect(() => requireOwnSession(as('teacher'), ofLast)).toThrow()
})

it('reads which sheet a form has opened, and the one it was asked about', () => {
  const form = new FormData()
  form.set('version', '7.3')
  expect(marksOf(form)).toMatchObject({ version: '7.3', typed: { version: '7.3' } })
  form.set('seen_version', '0')
  expect(marksOf(form)).toMatchObject({ version: '0', typed: { version: '7.3' } })
  form.set('version', '3')
  expect(marksOf(form).typed.version).toBe('0')
})
