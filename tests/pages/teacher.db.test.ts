import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import * as enrollments from '~/routes/school+/_shell+/enrollments+/index'
import * as enrollmentsFile from '~/routes/school+/_shell+/enrollments+/index[.]csv'
import * as search from '~/routes/school+/_shell+/search'
import * as history from '~/routes/school+/_shell+/students+/$id.history'
import * as student from '~/routes/school+/_shell+/students+/$id.index'
import * as idCards from '~/routes/school+/_shell+/students+/id-cards'
import * as idCardsFile from '~/routes/school+/_shell+/students+/id-cards[.]pdf'
import * as students from '~/routes/school+/_shell+/students+/index'
import * as studentsFile from '~/routes/school+/_shell+/students+/index[.]csv'
import * as storage from '~/routes/storage+/$'
import { newStorageKey } from '~/services/storage/key'
import { makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { signedInStaff } from '../factories/accounts'
import { insert } from '../factories/insert'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'

type Handler = (args: { request: Request; context: object; params: object }) => unknown

/** Creates two sections with a student in each, a student without a section, and the class teacher of section A. */
async function makeHouse() {
  const school = await makeSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const a = await makeSection(ofClass)
  const b = await makeSection(ofClass, { name: 'B' })
  const own = await makeStudent(school, { firstName: 'Asha', lastName: 'Own' })
  const other = await makeStudent(school, { firstName: 'Ravi', lastName: 'Other' })
  await makeStudent(school, { firstName: 'Nobody', lastName: 'Nowhere' })
  await makeEnrollment(own, { class: ofClass, section: a, rollNumber: 1 })
  await makeEnrollment(other, { class: ofClass, section: b, rollNumber: 1 })
  const staff = await makeStaff(school, { role: 'teacher' })
  const teacher = await makeTeacher(school, { staff, section: a })
  const { cookie } = await signedInStaff(staff)
  const call = async (handler: unknown, path: string, id?: string) => {
    const request = new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookie } })
    const answer = Promise.resolve((handler as Handler)({ request, context: {}, params: { id } }))
    return answer.catch((thrown: unknown) => thrown)
  }
  return { a, b, own, other, teacher, call }
}

const statusOf = (answer: unknown) => (answer instanceof Response ? answer.status : 200)

it('a teacher finds only students of assigned sections in every list', async () => {
  const { a, b, call } = await makeHouse()
  for (const query of ['', `?section=${b.publicId}`, '?search=ravi', '?status=active', '?status=left']) {
    const all = [
      JSON.stringify(await call(students.loader, `/school/students${query}`)),
      JSON.stringify(await call(enrollments.loader, `/school/enrollments${query}`)),
      JSON.stringify(await call(search.loader, `/school/search${query || '?search=own'}`)),
      await ((await call(studentsFile.loader, `/school/students.csv${query}`)) as Response).text(),
      await ((await call(enrollmentsFile.loader, `/school/enrollments.csv${query}`)) as Response).text(),
    ]
    for (const text of all) expect(text).not.toMatch(/Ravi|Nobody/)
    if (query === '') for (const text of all) expect(text).toContain('Asha')
  }
  const choices = { sections: [{ value: a.publicId, label: 'Class 6 – A' }] }
  expect(await call(students.loader, '/school/students')).toMatchObject({ more: choices })
  expect(await call(idCards.loader, '/school/students/id-cards')).toMatchObject(choices)
})

it('a teacher can open no student of another section, and a deactivated teacher can open no student', async () => {
  const { b, own, other, teacher, call } = await makeHouse()
  const statuses = async (of: { publicId: string }) => {
    const id = of.publicId
    return [
      statusOf(await call(student.loader, `/school/students/${id}`, id)),
      statusOf(await call(history.loader, `/school/students/${id}/history`, id)),
      statusOf(await call(idCardsFile.loader, `/school/students/id-cards.pdf?student=${id}`)),
    ]
  }
  expect(await statuses(own)).toEqual([200, 200, 200])
  expect(await statuses(other)).toEqual([404, 404, 404])
  const ofSection = (await call(idCardsFile.loader, `/school/students/id-cards.pdf?section=${b.publicId}`)) as Response
  expect(ofSection.headers.get('Location')).toContain('trouble=nobody')
  await execute("UPDATE teachers SET status = 'inactive' WHERE id = :id", { id: teacher.id })
  expect(await statuses(own)).toEqual([404, 404, 404])
})

it('a teacher cannot open a document of a student in another section', async () => {
  const { own, other, call } = await makeHouse()
  const statusFor = async (of: { id: number; schoolId: number }) => {
    const key = newStorageKey('documents', 'pdf')
    await insert('files', {
      school_id: of.schoolId,
      student_id: of.id,
      storage_key: key,
      visibility: 'student',
      content_type: 'application/pdf',
      file_name: 'birth.pdf',
      size_bytes: 1,
      state: 'kept',
      created_at: new Date(),
    })
    const handler = ({ request, context }: Parameters<Handler>[0]) =>
      storage.loader({
        request: new Request(request, { method: 'HEAD' }),
        context: { ...context },
        params: { '*': key },
      })
    return statusOf(await call(handler, `/storage/${key}`))
  }
  expect([await statusFor(own), await statusFor(other)]).toEqual([200, 404])
})
