import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { listEnrollments, listUnenrolled } from '~/models/people/academics/enrollment-queries.server'
import { entriesOf } from '../../../../tests/factories/audit'
import { makeAttendance, makeMark } from '../../../../tests/factories/exams'
import { makeFee } from '../../../../tests/factories/fees'
import { enrollmentIn, makePromotable } from '../../../../tests/factories/promotions'
import { readRow } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { changeEnrollment } from './change-enrollment.server'
import { enrollSeveral } from './enroll-several.server'
import { removeEnrollment } from './remove-enrollment.server'

async function counts(schoolId: number) {
  return readRow(
    `SELECT (SELECT COUNT(*) FROM enrollments WHERE school_id = :id) AS enrollments,
       (SELECT COUNT(*) FROM dues WHERE school_id = :id) AS dues,
       (SELECT CAST(COALESCE(SUM(taken), 0) AS SIGNED) FROM section_seats WHERE school_id = :id) AS seats`,
    { id: schoolId },
  )
}

it('deletes an enrollment with its seat and dues, but refuses while the student has attendance or marks in it', async () => {
  const house = await makePromotable()
  const { school } = house
  const a = await house.student()
  const id = a.enrollment.publicId
  await assignFee(school.scope, (await makeFee(school, { session: house.from, class: house.six })).publicId)
  const place = await enrollmentIn(a.student, house.from)
  if (!place) throw new Error('not enrolled')
  await makeAttendance(school, place)
  expect(await removeEnrollment(school.scope, id)).toEqual({ ok: false, reason: 'has-attendance' })
  await execute('DELETE FROM attendance WHERE enrollment_id = :id', { id: place.id })
  await makeMark(school, place)
  expect(await removeEnrollment(school.scope, id)).toEqual({ ok: false, reason: 'has-marks' })
  expect(await counts(school.id)).toEqual({ enrollments: 1, dues: 2, seats: 1 })
  await execute('DELETE FROM exam_marks WHERE enrollment_id = :id', { id: place.id })
  expect(await removeEnrollment((await makeSchool()).scope, id)).toEqual({ ok: false, reason: 'not-found' })
  expect(await removeEnrollment(school.scope, id)).toEqual({ ok: true })
  expect(await entriesOf(school, 'enrollment.deleted')).toMatchObject([{ kind: 'student', id: a.student.id }])
  expect(await counts(school.id)).toEqual({ enrollments: 0, dues: 0, seats: 0 })
})

it('enrolls several students at once, all or none', async () => {
  const house = await makePromotable({ capacity: 2 })
  const { school, from } = house
  const [a, b, c] = [
    await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' }),
    await makeStudent(school),
    await makeStudent(school),
  ]
  const assign = (students: Array<{ publicId: string }>, section = house.sixA.publicId) =>
    enrollSeveral(school.scope, {
      academicSession: from.publicId,
      section,
      students: students.map((one) => one.publicId),
      enrolledOn: from.startsOn,
    })
  expect(await assign([a, b, c])).toEqual({ ok: false, reason: 'section-full', names: [] })
  expect(await counts(school.id)).toEqual({ enrollments: 0, dues: 0, seats: 0 })
  expect(await assign([a, b])).toEqual({ ok: true, value: { enrolled: 2 } })
  expect(await assign([a, c], house.sixB.publicId)).toEqual({
    ok: false,
    reason: 'already-enrolled',
    names: ['Asha Patel'],
  })
  const theirs = await makePromotable()
  expect(await assign([c], theirs.sixA.publicId)).toMatchObject({ reason: 'no-such-section' })
  expect(await assign([await makeStudent(theirs.school)])).toMatchObject({ reason: 'no-such-student' })
  expect((await listUnenrolled(school.scope, from.publicId, '')).rows).toMatchObject([{ publicId: c.publicId }])
  const ticked = async (...ids: string[]) => (await listUnenrolled(school.scope, from.publicId, '', ids)).total
  expect([await ticked(a.publicId, c.publicId), await ticked(a.publicId)]).toEqual([1, 0])
})

it('reports a conflict to the second clerk who changes an enrollment, and refuses changes after its end', async () => {
  const house = await makePromotable()
  const a = await house.student({ rollNumber: 1 })
  const { publicId } = a.enrollment
  const enrolledOn = house.from.startsOn
  const fields = (rollNumber: number) => ({ section: house.sixA.publicId, rollNumber, enrolledOn })
  expect(await changeEnrollment(house.school.scope, publicId, 1, fields(5))).toEqual({ ok: true })
  expect(await changeEnrollment(house.school.scope, publicId, 1, fields(6))).toEqual({ ok: false, reason: 'changed' })
  await execute(`UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE public_id = :publicId`, {
    publicId,
  })
  expect(await changeEnrollment(house.school.scope, publicId, 1, fields(6))).toEqual({ ok: false, reason: 'has-left' })
})

it('sorts a session’s enrollments by name or roll number, and finds them by number, section and status', async () => {
  const house = await makePromotable()
  const zoya = await house.student({ firstName: 'Zoya', lastName: 'Amin', rollNumber: 907 })
  await house.student({ firstName: 'Bela', lastName: 'Desai', section: house.sixB, rollNumber: 3 })
  const found = async (change: object, filters: object = {}) => {
    const input = {
      search: '',
      sort: 'name' as const,
      descending: false,
      page: 1,
      filters: { session: '', class: '', section: '', status: '', ...filters },
      ...change,
    }
    return (await listEnrollments(house.school.scope, input)).rows.map((row) => row.name.split(' ')[0])
  }
  expect(await found({})).toEqual(['Zoya', 'Bela'])
  expect(await found({ sort: 'roll' })).toEqual(['Bela', 'Zoya'])
  expect(await found({ search: '907' })).toEqual(['Zoya'])
  expect(await found({ search: zoya.student.enrollmentNumber })).toEqual(['Zoya'])
  expect(await found({}, { section: house.sixB.publicId })).toEqual(['Bela'])
  expect(await found({}, { status: 'left' })).toEqual([])
  expect(await found({}, { session: house.to.publicId })).toEqual([])
})
