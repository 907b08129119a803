import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { publishCards } from '~/models/learning/report-cards/publish-cards.server'
import { mapExams } from '~/models/learning/report-cards/schemes.server'
import type { StaffRole } from '~/models/people/accounts/staff/permissions'
import { makeAcademicSession, makeClass, makeSection } from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeStudents } from '../../../../../tests/factories/exams'
import { readRows } from '../../../../../tests/factories/read'
import { makeScheme } from '../../../../../tests/factories/report-cards'
import { giveMarks, makeExamWithPapers } from '../../../../../tests/factories/results'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeTeacher } from '../../../../../tests/factories/teaching'
import { loader as history } from '../students+/$id.history'
import { loader as cards } from './$id.cards.index'
import { loader as file } from './$id.cards[.]pdf'
import { loader as entries, action as save } from './$id.entries'
import { loader as publication } from './$id.publication'
import { action as withdraw, loader as withdrawal } from './$id.withdrawal'
import { loader as withdrawn } from './$id.withdrawn'

type Page = (args: LoaderFunctionArgs) => Promise<unknown>

/** Creates two sections of one scheme; the first one has a class teacher. */
async function makeHouse() {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const seven = await makeClass(school, { name: 'Class 7' })
  const [a, b] = [await makeSection(seven, { name: 'A' }), await makeSection(seven, { name: 'B' })]
  const [own] = await makeStudents({ school, session, class: seven, section: a }, 1)
  const [other] = await makeStudents({ school, session, class: seven, section: b }, 1)
  if (!own || !other) throw new Error('nobody')
  const scheme = await makeScheme(school, { session, classes: [seven] })
  const exam = await makeExamWithPapers(school, { session, class: seven, papers: [{ maxMarks: 10 }] })
  for (const { studentId, enrollmentId } of [own, other])
    await giveMarks(exam, { id: studentId }, { id: enrollmentId }, [7])
  await mapExams(school.scope, scheme.publicId, new Map([[exam.publicId, 'c1']]))
  const cookieOf = async (role: StaffRole) => {
    const staff = await makeStaff(school, { role })
    if (role === 'teacher') await makeTeacher(school, { staff, section: a })
    return (await signedInStaff(staff)).cookie
  }
  const [teacher, office] = [await cookieOf('teacher'), await cookieOf('office')]
  const ask =
    (page: Page, query: string, body?: Record<string, string>, cookie = teacher) =>
    async () => {
      const url = `http://localhost:3000/school/report-schemes/${scheme.publicId}/x?term=t1&${query}`
      const init = body ? { method: 'POST', body: new URLSearchParams(body) } : {}
      const request = new Request(url, { ...init, headers: { cookie, origin: 'http://localhost:3000' } })
      return page({ request, params: { id: scheme.publicId }, context: {} })
    }
  const grade = (enrollment: string) => ({ [`v-${enrollment}`]: '0', [`a4-${enrollment}`]: 'A' })
  return { school, session, a, b, own, other, scheme, office, ask, grade }
}

it('lets a class teacher see, print and save the cards of their own section only, in the current session', async () => {
  const { session, a, b, own, other, scheme, ask, grade } = await makeHouse()
  const mine = `section=${a.publicId}`
  const theirs = `section=${b.publicId}`
  expect(await ask(cards, mine)()).toMatchObject({
    sections: [{ value: a.publicId }],
    cards: [{ publicId: own.publicId }],
  })
  expect(await ask(entries, mine)()).toMatchObject({ rows: [{ publicId: own.publicId }] })
  expect(await ask(file, mine)()).toMatchObject({ status: 200 })
  expect(await ask(save, mine, grade(own.publicId))()).toMatchObject({ status: 303 })
  for (const refused of [
    ...[cards, entries, file, withdrawn].map((page) => ask(page, theirs)),
    ask(file, `${mine}&student=${other.publicId}`),
    ask(file, `${theirs}&student=${other.publicId}`),
    ask(save, theirs, grade(other.publicId)),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 404 })
  // A posted row of the other section is refused.
  expect(await ask(save, mine, grade(other.publicId))()).toMatchObject({ init: { status: 422 } })
  for (const page of [publication, withdrawal]) await expect(ask(page, mine)()).rejects.toMatchObject({ status: 403 })
  const saved = await readRows<{ id: number }>(
    'SELECT enrollment_id AS id FROM report_entries WHERE scheme_id = :id ORDER BY id',
    { id: scheme.id },
  )
  expect(saved.map(({ id }) => id)).toEqual([own.enrollmentId])

  await execute('UPDATE academic_sessions SET is_current = 0 WHERE id = :id', { id: session.id })
  for (const past of [...[cards, entries, file].map((page) => ask(page, mine)), ask(save, mine, grade(own.publicId))])
    await expect(past()).rejects.toMatchObject({ status: 404 })
})

it('lets the office withdraw a former student’s card, from the student’s page and without a section', async () => {
  const { school, a, own, scheme, office, ask } = await makeHouse()
  const at = { section: { id: a.id, name: 'Class 7 – A' }, termKey: 't1' }
  await publishCards(school.scope, scheme.publicId, at, { althoughMissing: true })
  await execute("UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE id = :id", {
    id: own.enrollmentId,
  })
  const id = own.studentPublicId
  const seen = async (cookie: string) => {
    const request = new Request(`http://localhost:3000/school/students/${id}/history`, { headers: { cookie } })
    return countQueries(() => history({ request, params: { id }, context: {} }))
  }
  const { value, count } = await seen(office)
  expect(value.cards).toMatchObject([{ termKey: 't1', enrollment: own.publicId, place: 'Class 7 – A' }])
  expect(count).toBeLessThanOrEqual(6)
  const query = `section=&student=${own.publicId}`
  await expect(ask(withdrawal, query)()).rejects.toMatchObject({ status: 403 })
  expect(await ask(withdrawal, query, undefined, office)()).toMatchObject({ obstacle: null })
  const answer = (await ask(withdraw, query, { reason: 'Totalled wrongly' }, office)()) as Response
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/school/report-schemes/${scheme.publicId}`])
  expect((await seen(office)).value.cards).toEqual([])
})

it('loads each page of a section in at most six SQL statements, for sections of any size', async () => {
  const { a, office, ask } = await makeHouse()
  for (const [page, max] of [
    [cards, 6],
    [publication, 6],
    [withdrawal, 3],
    [withdrawn, 3],
    [entries, 4],
  ] as const) {
    const { count } = await countQueries(ask(page, `section=${a.publicId}`, undefined, office))
    expect(count).toBeLessThanOrEqual(max)
  }
  expect((await countQueries(ask(cards, `section=${a.publicId}`))).count).toBeLessThanOrEqual(6)
})
