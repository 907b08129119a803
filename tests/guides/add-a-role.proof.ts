import { beforeAll, describe, expect, it } from 'vitest'
import { schemaOf } from '~/kit/forms/form-schema.server'
import type { StaffRole } from '~/models/people/accounts/staff/permissions'
import { factorRolesForm } from '~/models/people/accounts/staff/staff-fields'
import * as admissions from '~/routes/school+/_shell+/admissions+/index'
import * as attendance from '~/routes/school+/_shell+/attendance+/index'
import * as leave from '~/routes/school+/_shell+/attendance+/leave.index'
import * as mark from '~/routes/school+/_shell+/attendance+/mark'
import * as register from '~/routes/school+/_shell+/attendance+/register'
import * as classes from '~/routes/school+/_shell+/classes+/index'
import * as exams from '~/routes/school+/_shell+/exams+/index'
import * as fees from '~/routes/school+/_shell+/fees+/index'
import * as home from '~/routes/school+/_shell+/index'
import * as notices from '~/routes/school+/_shell+/notices+/index'
import * as newNotice from '~/routes/school+/_shell+/notices+/new'
import * as quizzes from '~/routes/school+/_shell+/quizzes+/index'
import * as search from '~/routes/school+/_shell+/search'
import * as settings from '~/routes/school+/_shell+/settings+/index'
import * as staffList from '~/routes/school+/_shell+/staff+/index'
import * as newStaff from '~/routes/school+/_shell+/staff+/new'
import * as history from '~/routes/school+/_shell+/students+/$id.history'
import * as student from '~/routes/school+/_shell+/students+/$id.index'
import * as students from '~/routes/school+/_shell+/students+/index'
import * as studentsFile from '~/routes/school+/_shell+/students+/index[.]csv'
import * as newStudent from '~/routes/school+/_shell+/students+/new'
import * as timetable from '~/routes/school+/_shell+/timetable+/index'
import * as login from '~/routes/school+/login'
import * as resetPassword from '~/routes/school+/reset-password'
import { makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { cookiePair, signedInStaff } from '../factories/accounts'
import { presentForm, schoolDay } from '../factories/attendance'
import { unique } from '../factories/insert'
import { readRow } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'

/* Runs in a copy of the clone to which the changes of docs/guides/add-a-role.md were applied. */

const trainee = 'trainee' as StaffRole
const password = 'blue kite river'

type Handler = (args: { request: Request; context: object; params: object }) => unknown

/** Calls a loader or action as Remix does; a thrown Response counts as a response too. */
function call(handler: unknown, path: string, cookie: string, form?: Record<string, string>) {
  const headers = { Cookie: cookie, 'X-Client-Address': `10.7.0.${unique()}` }
  const body = form && { method: 'POST', body: new URLSearchParams(form) }
  const request = new Request(`http://localhost:3000${path}`, { headers, ...body })
  const id = /^\/school\/[a-z-]+\/(\w{12})/.exec(path)?.[1]
  const answer = Promise.resolve((handler as Handler)({ request, context: {}, params: id ? { id } : {} }))
  return answer.catch((thrown: unknown) => thrown)
}

/** Status of the answer of a loader or action; 200 when it returns data. */
function statusOf(answer: unknown): number {
  if (answer instanceof Error) throw answer
  return answer instanceof Response ? answer.status : ((answer as { init?: ResponseInit }).init?.status ?? 200)
}

/**
 * Lets the owner invite a trainee, who chooses a password through the mailed link and signs in. Returns the staff
 * user's row and cookies.
 */
async function inviteTrainee(school: MadeSchool, owner: string) {
  const email = `trainee.${unique()}@school.test`
  const invitation = {
    name: 'Meena Joshi',
    email,
    role: trainee,
    own_password: password,
    form_key: crypto.randomUUID(),
  }
  expect(statusOf(await call(newStaff.action, '/school/staff/new', owner, invitation))).toBe(303)
  const mailed = 'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :email AND school_id = :id'
  const mail = await readRow<{ text: string }>(`${mailed} ORDER BY id DESC LIMIT 1`, { email, id: school.id })
  expect(mail?.text).toContain(': Trainee.')
  const { searchParams } = new URL(/http:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const chosen = { ...Object.fromEntries(searchParams), password, password_confirmation: password }
  expect(statusOf(await call(resetPassword.action, '/school/reset-password', '', chosen))).toBe(303)
  const entered = await call(login.action, '/school/login', '', { email, password })
  if (!(entered instanceof Response)) throw new Error(`not signed in: ${JSON.stringify(entered)}`)
  const staff = await readRow<{ id: number }>('SELECT id FROM staff_users WHERE email = :email', { email })
  return { staff: staff ?? undefined, cookie: entered.headers.getSetCookie().map(cookiePair).join('; ') }
}

/** Creates two sections with a student in each, and a trainee who is the class teacher of section A. */
async function makeHouse() {
  const school = await makeSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const a = await makeSection(ofClass)
  const b = await makeSection(ofClass, { name: 'B' })
  const own = await makeStudent(school, { firstName: 'Asha', lastName: 'Own' })
  const other = await makeStudent(school, { firstName: 'Ravi', lastName: 'Other' })
  await makeEnrollment(own, { class: ofClass, section: a, rollNumber: 1 })
  await makeEnrollment(other, { class: ofClass, section: b, rollNumber: 1 })
  const owner = (await signedInStaff(await makeStaff(school, { password }))).cookie
  const { staff, cookie } = await inviteTrainee(school, owner)
  await makeTeacher(school, { staff, section: a })
  return { a, b, own, other, owner, cookie }
}

let house: Awaited<ReturnType<typeof makeHouse>>
beforeAll(async () => {
  house = await makeHouse()
})

const statusAt = async (handler: unknown, path: string) => statusOf(await call(handler, path, house.cookie))

describe('an owner who has invited a trainee', () => {
  it('can require a second factor for the role', () => {
    expect(schemaOf(factorRolesForm).parse({ roles: [trainee] })).toEqual({ roles: [trainee] })
  })

  it('finds the trainee in the list of staff', async () => {
    const found = await call(staffList.loader, `/school/staff?role=${trainee}`, house.owner)
    expect(found).toMatchObject({ list: { rows: [{ role: trainee }] } })
  })
})

describe('a trainee who has signed in', () => {
  it.each([
    ['/school', home],
    ['/school/students', students],
    ['/school/classes', classes],
    ['/school/attendance', attendance],
    ['/school/timetable', timetable],
    ['/school/notices', notices],
  ])('opens %s', async (path, page) => {
    expect(await statusAt(page.loader, path)).toBe(200)
  })

  it.each([
    ['/school/students/new', newStudent],
    ['/school/admissions', admissions],
    ['/school/attendance/leave', leave],
    ['/school/exams', exams],
    ['/school/quizzes', quizzes],
    ['/school/notices/new', newNotice],
    ['/school/fees', fees],
    ['/school/staff', staffList],
    ['/school/settings', settings],
  ])('is refused with 403 at %s', async (path, page) => {
    expect(await statusAt(page.loader, path)).toBe(403)
  })

  it('opens a student and the register of their section, and gets 404 for those of the other section', async () => {
    const statuses = async (of: { publicId: string }, section: { publicId: string }) => [
      await statusAt(student.loader, `/school/students/${of.publicId}`),
      await statusAt(history.loader, `/school/students/${of.publicId}/history`),
      await statusAt(register.loader, `/school/attendance/register?section=${section.publicId}`),
      await statusAt(mark.loader, `/school/attendance/mark?section=${section.publicId}`),
    ]
    expect(await statuses(house.own, house.a)).toEqual([200, 200, 200, 200])
    expect(await statuses(house.other, house.b)).toEqual([404, 404, 404, 404])
  })

  it('finds only students of their section in lists, files and the search', async () => {
    for (const query of ['', `?section=${house.b.publicId}`, '?search=ravi']) {
      const file = await call(studentsFile.loader, `/school/students.csv${query}`, house.cookie)
      const texts = [
        JSON.stringify(await call(students.loader, `/school/students${query}`, house.cookie)),
        JSON.stringify(await call(search.loader, `/school/search${query || '?search=own'}`, house.cookie)),
        await (file as Response).text(),
      ]
      for (const text of texts) expect(text).not.toContain('Ravi')
      if (query === '') for (const text of texts) expect(text).toContain('Asha')
    }
  })

  it('marks the attendance of their section only', async () => {
    const day = schoolDay()
    const post = async (section: { id: number; publicId: string }) => {
      const path = `/school/attendance/mark?section=${section.publicId}&date=${day}`
      const status = statusOf(await call(mark.action, path, house.cookie, await presentForm(section, day)))
      const sheets = 'SELECT COUNT(*) AS sheets FROM attendance_sheets WHERE section_id = :id'
      return { status, ...(await readRow<{ sheets: number }>(sheets, { id: section.id })) }
    }
    expect(await post(house.b)).toEqual({ status: 404, sheets: 0 })
    expect(await post(house.a)).toEqual({ status: 303, sheets: 1 })
  })
})
