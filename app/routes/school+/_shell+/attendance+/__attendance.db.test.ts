import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import { schoolPaths } from '~/http/school-paths'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import {
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeSheet } from '../../../../../tests/factories/attendance'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { monthSessions, requireOwnSession } from './__attendance.server'
import { marksOf } from './__mark.server'
import { loader as registerPage } from './register'
import { loader as registerFile } from './register[.]csv'

it('shows a teacher days and registers of the current session only', async () => {
  const school = await makeSchool()
  const last = await makeAcademicSession(school, { startYear: 2025 })
  const now = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const { scope } = await makeStaff(school)
  const as = (role: 'teacher' | 'office') => ({ scope, role }) as StaffSession
  const asked = new URLSearchParams({ month: '2025-07' })
  const sessionOf = async (role: 'teacher' | 'office', query: URLSearchParams, month: string) =>
    (await monthSessions(as(role), query, month)).session
  expect(await sessionOf('office', asked, '2025-07')).toMatchObject({ id: last.id, isCurrent: false })
  await expect(sessionOf('teacher', asked, '2025-07')).rejects.toMatchObject({ status: 404 })
  // Without a month in the URL, a teacher gets no session instead of a 404.
  expect(await sessionOf('teacher', new URLSearchParams(), '2025-07')).toBeNull()
  expect(await sessionOf('teacher', new URLSearchParams(), '2026-07')).toMatchObject({ id: now.id })
  const ofLast = await sessionOf('office', asked, '2025-07')
  expect(() => requireOwnSession(as('office'), ofLast)).not.toThrow()
  expect(() => requireOwnSession(as('teacher'), ofLast)).toThrow()
})

it('shows both registers of a month in which one session ends and the next begins', async () => {
  const school = await makeSchool()
  const last = await makeAcademicSession(school, { startYear: 2025, endsOn: '2026-03-20' })
  const now = await makeAcademicSession(school, { startYear: 2026, startsOn: '2026-03-25', isCurrent: true })
  const six = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(six, { name: 'A' })
  const mark = async (session: MadeSession, firstName: string, day: string) => {
    const student = await makeStudent(school, { firstName, lastName: 'Shah' })
    const of = { session, class: six, section, rollNumber: 1, enrolledOn: session.startsOn }
    const { id } = await makeEnrollment(student, of)
    await makeSheet({ schoolId: school.id, sessionId: session.id, sectionId: section.id }, day, [
      { studentId: student.id, enrollmentId: id, status: 'present' },
    ])
  }
  await mark(last, 'Asha', '2026-03-10')
  await mark(now, 'Ravi', '2026-03-26')
  const { cookie } = await signedInStaff(await makeStaff(school))
  const args = (path: string, month: string, session?: MadeSession): LoaderFunctionArgs => {
    const query = new URLSearchParams({
      section: section.publicId,
      month,
      ...(session && { session: session.publicId }),
    })
    return {
      request: new Request(`http://localhost:3000${path}?${query}`, { headers: { cookie } }),
      params: {},
      context: {},
    }
  }
  const shown = async (month: string, session?: MadeSession) => {
    const { chosen, register } = await registerPage(args(schoolPaths.attendanceRegister, month, session))
    return { chosen, register, names: register?.students.map(({ firstName }) => firstName) }
  }
  const kinds = ({ register }: Awaited<ReturnType<typeof shown>>) =>
    [9, 20, 21, 24, 25].map((index) => register?.days[index]?.kind)
  const [of, ofLast] = [await shown('2026-03'), await shown('2026-03', last)]
  expect([of.names, ofLast.names]).toEqual([['Ravi'], ['Asha']])
  expect([of.chosen.session, ofLast.chosen.session]).toEqual([now.publicId, last.publicId])
  expect(of.chosen.sessions.map(({ value }) => value)).toEqual([now.publicId, last.publicId])
  // Kinds of five days: the 10th, 21st, 22nd (a Sunday), 25th and 26th.
  expect(kinds(of)).toEqual(['outside', 'outside', 'outside', 'open', 'marked'])
  expect(kinds(ofLast)).toEqual(['marked', 'outside', 'outside', 'outside', 'outside'])
  // A month with one session ignores the session of the URL, so that links from another month keep working.
  expect((await shown('2026-02', now)).chosen.session).toBe('')
  const text = await (await registerFile(args(schoolPaths.registerFile, '2026-03', last))).text()
  expect([text.includes('Asha Shah'), text.includes('Ravi Shah')]).toEqual([true, false])
  const stranger = await makeAcademicSession(await makeSchool())
  for (const one of [last, stranger])
    await expect(registerFile(args(schoolPaths.registerFile, '2026-06', one))).rejects.toMatchObject({ status: 404 })

  const teacher = { scope: school.scope, role: 'teacher' } as unknown as StaffSession
  const query = new URLSearchParams({ month: '2026-03' })
  expect((await monthSessions(teacher, query, '2026-03')).sessions.map(({ id }) => id)).toEqual([now.id])
  query.set('session', last.publicId)
  await expect(monthSessions(teacher, query, '2026-03')).rejects.toMatchObject({ status: 404 })
})

it('reads the version of the opened sheet, or the version that the user saw when confirming a conflict', () => {
  const form = new FormData()
  form.set('version', '7.3')
  expect(marksOf(form)).toMatchObject({ version: '7.3', typed: { version: '7.3' } })
  form.set('seen_version', '0')
  expect(marksOf(form)).toMatchObject({ version: '0', typed: { version: '7.3' } })
  form.set('version', '3')
  expect(marksOf(form).typed.version).toBe('0')
})
