import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { makeAcademicSession, makeClass, makeEnrollment } from '../../../../tests/factories/academics'
import { unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { sessionChoices, yearStartsMonth } from './queries.server'
import { sessions, warningsAbout } from './sessions.server'

function year(from: number, isCurrent = false) {
  return { name: `${from}-${from + 1}`, startsOn: `${from}-04-01`, endsOn: `${from + 1}-03-31`, isCurrent }
}

const createSession = (scope: SchoolScope, values: ReturnType<typeof year>) => sessions.create(scope, unique(), values)
/** Loads the session and saves these values with the loaded version. */
async function updateSession(scope: SchoolScope, publicId: string, values: ReturnType<typeof year>) {
  const opened = await sessions.find(scope, publicId)
  return sessions.update(scope, publicId, opened?.version ?? 1, values)
}

const everything = { search: '', sort: 'newest', descending: false, page: 1, filters: {} } as const

async function currentOnes(school: { id: number }): Promise<string[]> {
  const rows = await readRows<{ name: string }>(
    'SELECT name FROM academic_sessions WHERE school_id = :id AND is_current = 1',
    { id: school.id },
  )
  return rows.map((row) => row.name)
}

it('makes the first session current, and a later one only when requested', async () => {
  const school = await makeSchool()
  expect((await createSession(school.scope, year(2026))).ok).toBe(true)
  expect((await createSession(school.scope, year(2027))).ok).toBe(true)
  expect(await currentOnes(school)).toEqual(['2026-2027'])
  await createSession(school.scope, year(2028, true))
  expect(await currentOnes(school)).toEqual(['2028-2029'])
  expect((await sessionChoices(school.scope)).map((session) => session.name)).toEqual([
    '2028-2029',
    '2027-2028',
    '2026-2027',
  ])
})

it('keeps exactly one current session when twenty sessions are made current concurrently', async () => {
  const school = await makeSchool()
  const ids: string[] = []
  for (let from = 2010; from < 2020; from++) {
    const made = await createSession(school.scope, year(from))
    if (made.ok) ids.push(made.value)
  }
  await Promise.all([
    ...ids.map((id, index) => updateSession(school.scope, id, year(2010 + index, true))),
    ...Array.from({ length: 10 }, (_, index) => createSession(school.scope, year(2030 + index, true))),
  ])
  expect(await currentOnes(school)).toHaveLength(1)
  expect((await sessions.list(school.scope, everything)).total).toBe(20)
})

it('makes only one session current when the first two are created concurrently', async () => {
  const school = await makeSchool()
  await Promise.all([createSession(school.scope, year(2026)), createSession(school.scope, year(2027))])
  expect(await currentOnes(school)).toHaveLength(1)
})

it('refuses a session name that the school already has, but allows it at another school', async () => {
  const school = await makeSchool()
  const other = await makeSchool()
  await createSession(school.scope, year(2026))
  expect(await createSession(school.scope, year(2026))).toEqual({ ok: false, reason: 'name-taken' })
  expect((await createSession(other.scope, year(2026))).ok).toBe(true)
})

it('refuses to make the current session not current', async () => {
  const school = await makeSchool()
  const made = await createSession(school.scope, year(2026))
  if (!made.ok) throw new Error('not made')
  expect(await updateSession(school.scope, made.value, year(2026, false))).toEqual({
    ok: false,
    reason: 'must-stay-current',
  })
  expect(await updateSession(school.scope, made.value, { ...year(2026, true), name: '26-27' })).toEqual({ ok: true })
})

it('deletes only sessions without dependents, and never the current one of several', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const current = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const used = await makeAcademicSession(school, { startYear: 2025 })
  const empty = await makeAcademicSession(school, { startYear: 2024 })
  await makeEnrollment(student, { session: used, class: await makeClass(school) })
  expect(await sessions.remove(school.scope, current.publicId)).toEqual({ ok: false, reason: 'current' })
  expect(await sessions.remove(school.scope, used.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await sessions.find(school.scope, used.publicId)).toMatchObject({
    students: 1,
    fees: 0,
    exams: 0,
    lessons: 0,
    days: 0,
  })
  expect(await sessions.remove(school.scope, empty.publicId)).toEqual({ ok: true })
})

it('neither finds nor changes a session of another school', async () => {
  const school = await makeSchool()
  const other = await makeSchool()
  const theirs = await makeAcademicSession(other, { startYear: 2026, isCurrent: true })
  expect(await updateSession(school.scope, theirs.publicId, year(2026, true))).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await sessions.remove(school.scope, theirs.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect((await sessions.list(school.scope, everything)).rows).toEqual([])
})

it('lists sessions newest first by default, and oldest first when reversed', async () => {
  const school = await makeSchool()
  for (const startYear of [2025, 2027, 2026]) await makeAcademicSession(school, { startYear })
  const names = async (descending: boolean) =>
    (await sessions.list(school.scope, { ...everything, descending })).rows.map((row) => row.startsOn.slice(0, 4))
  expect(await names(false)).toEqual(['2027', '2026', '2025'])
  expect(await names(true)).toEqual(['2025', '2026', '2027'])
})

it('accepts a session of unusual length or one that overlaps another, but warns about it', async () => {
  const school = await makeSchool()
  await createSession(school.scope, year(2026))
  const odd = await createSession(school.scope, {
    name: 'Summer',
    startsOn: '2027-03-01',
    endsOn: '2027-05-31',
    isCurrent: false,
  })
  if (!odd.ok) throw new Error('not made')
  expect(await warningsAbout(school.scope, odd.value)).toEqual([
    'Its days overlap those of 2026-2027 (1 Apr 2026 to 31 Mar 2027).',
    'It is 92 days long; a school year has about 365.',
  ])
})

it('begins the academic year in April by default', async () => {
  const school = await makeSchool()
  expect(await yearStartsMonth(school.scope)).toBe(4)
  await execute(
    'INSERT INTO school_settings (school_id, updated_at, year_starts_month) VALUES (:id, UTC_TIMESTAMP(3), 6)',
    { id: school.id },
  )
  expect(await yearStartsMonth(school.scope)).toBe(6)
})

it('keeps one current session when two clerks choose different ones concurrently', async () => {
  const school = await makeSchool()
  await makeAcademicSession(school, { startYear: 2025, isCurrent: true })
  const a = await makeAcademicSession(school, { startYear: 2026 })
  const b = await makeAcademicSession(school, { startYear: 2027 })
  await Promise.all([
    updateSession(school.scope, a.publicId, year(2026, true)),
    updateSession(school.scope, b.publicId, year(2027, true)),
  ])
  expect(await currentOnes(school)).toHaveLength(1)
  expect(await currentOnes(school)).not.toEqual(['2025-26'])
})
