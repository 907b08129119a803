import { beforeEach, describe, expect, it } from 'vitest'
import type { StaffRole } from '~/models/people/accounts/staff/permissions'
import * as deleteClass from '~/routes/school+/_shell+/classes+/$id.delete'
import * as assignment from '~/routes/school+/_shell+/fees+/$id.assignment'
import * as editFee from '~/routes/school+/_shell+/fees+/$id.edit'
import * as newFee from '~/routes/school+/_shell+/fees+/new'
import * as home from '~/routes/school+/_shell+/index'
import * as student from '~/routes/school+/_shell+/students+/$id.index'
import * as students from '~/routes/school+/_shell+/students+/index'
import * as newStudent from '~/routes/school+/_shell+/students+/new'
import { currentSession, type MadeClass, type MadeSection, makeClass, makeSection } from '../factories/academics'
import { signedInStaff } from '../factories/accounts'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { makeTeacher } from '../factories/teaching'

type Handler = (args: { request: Request; context: object; params: object }) => unknown

let school: MadeSchool
const cookies = new Map<StaffRole, string>()

beforeEach(async () => {
  school = await makeSchool()
  cookies.clear()
})

async function cookieOf(role: StaffRole): Promise<string> {
  const known = cookies.get(role)
  if (known) return known
  const { cookie } = await signedInStaff(await makeStaff(school, { role }))
  cookies.set(role, cookie)
  return cookie
}

/** Calls a loader or action as Remix does; a thrown Response counts as a response too. */
async function call(handler: unknown, path: string, options: { role?: StaffRole; form?: Record<string, string> } = {}) {
  const id = /\/school\/[a-z-]+\/(\w{12})/.exec(path)?.[1]
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { Cookie: await cookieOf(options.role ?? 'owner') },
    ...(options.form ? { method: 'POST', body: new URLSearchParams(options.form) } : {}),
  })
  const args = { request, context: {}, params: { id } }
  return await Promise.resolve((handler as Handler)(args)).catch((thrown: unknown) => thrown)
}

function locationOf(answer: unknown): string {
  if (!(answer instanceof Response)) throw new Error(`no redirect: ${JSON.stringify(answer)}`)
  expect(answer.status).toBe(303)
  return answer.headers.get('Location') ?? ''
}

function refusal(answer: unknown) {
  const { data, init } = answer as {
    data: { error?: Record<string, string[]>; errors?: Record<string, string[]>; initialValue?: object; draft?: object }
    init: { status: number }
  }
  return { status: init.status, errors: data.error ?? data.errors, typed: data.initialValue ?? data.draft }
}

const typedStudent = {
  first_name: 'Kavya',
  last_name: 'Reddy',
  mother_name: 'Padma Reddy',
  father_name: 'Srinivas Reddy',
  address: '4 Station Road',
  gender: 'Female',
  date_of_birth: '2014-02-03',
  category: 'OBC',
  mobile_number: '9812345678',
  enrollment_number: '1001',
  enrolled_on: '2026-06-15',
}

async function typedLocation(section: MadeSection) {
  return { academic_session: (await currentSession(school)).publicId, section: section.publicId }
}

function typedFee(ofClass: MadeClass, sessionId: string) {
  return {
    intent: 'save',
    form_key: 'a-key-of-this-form',
    name: 'School fee',
    class: ofClass.publicId,
    academic_session: sessionId,
    'heads[0].kind': 'tuition',
    'heads[0].name': 'Tuition fee',
    'heads[0].amount': '30,000',
    'instalments[0].title': 'First',
    'instalments[0].due_on': '2026-04-10',
    'instalments[0].amount': '30000',
    split_count: '3',
  }
}

it('marks each first step of a new school as done on its home page once it is completed', async () => {
  const done = async () => {
    const { steps } = (await call(home.loader, '/school')) as { steps: Array<{ done: boolean }> }
    return steps.map((step) => step.done)
  }
  expect(await done()).toEqual([false, false, false, false, false, false])
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass)
  expect(await done()).toEqual([true, true, false, false, false, false])
  const form = { ...typedStudent, ...(await typedLocation(section)) }
  locationOf(await call(newStudent.action, '/school/students/new', { form }))
  const fee = locationOf(await call(newFee.action, '/school/fees/new', { form: typedFee(ofClass, session.publicId) }))
  expect(await done()).toEqual([true, true, true, false, false, false])
  locationOf(await call(assignment.action, `${fee}/assignment`, { form: { confirm: 'yes' } }))
  expect(await done()).toEqual([true, true, true, true, false, false])
  await makeStaff(school)
  expect(await done()).toEqual([true, true, true, true, true, false])
})

describe('creating a student by hand', () => {
  it('rejects an empty form with the messages of the specification', async () => {
    const { status, errors } = refusal(await call(newStudent.action, '/school/students/new', { form: { rte: '' } }))
    expect(status).toBe(422)
    expect(errors).toEqual({
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      mother_name: ['Mother name is required'],
      father_name: ['Father name is required'],
      address: ['Address is required'],
      gender: ['Select a valid gender'],
      date_of_birth: ['Date of birth is required'],
      category: ['Select a valid category'],
      mobile_number: ['Mobile number must be 10 digits'],
      enrollment_number: ['Enrollment number is required'],
      academic_session: ['Select a valid academic session'],
      section: ['Select a valid class'],
      enrolled_on: ['Date of enrollment is required'],
    })
  })

  it('shows an error at the section field for a full section or one of another school, and keeps the input', async () => {
    const full = await makeSection(await makeClass(school), { capacity: 1 })
    const place = await typedLocation(full)
    locationOf(await call(newStudent.action, '/school/students/new', { form: { ...typedStudent, ...place } }))
    const second = { ...typedStudent, ...place, enrollment_number: '1002' }
    const answer = refusal(await call(newStudent.action, '/school/students/new', { form: second }))
    expect(answer.errors).toEqual({ section: ['This section is full; choose another one or raise its capacity'] })
    expect(answer.typed).toMatchObject({ first_name: 'Kavya', mobile_number: '9812345678' })
    const theirs = await makeSection(await makeClass(await makeSchool()))
    const foreign = { ...second, section: theirs.publicId }
    expect(refusal(await call(newStudent.action, '/school/students/new', { form: foreign })).errors).toEqual({
      section: ['Select a valid class'],
    })
  })

  it('redirects to the same student when the form is sent twice', async () => {
    const form = { ...typedStudent, ...(await typedLocation(await makeSection(await makeClass(school)))) }
    const first = locationOf(await call(newStudent.action, '/school/students/new', { form }))
    expect(locationOf(await call(newStudent.action, '/school/students/new', { form }))).toBe(first)
    const list = (await call(students.loader, '/school/students?search=kavya')) as { list: { total: number } }
    expect(list.list.total).toBe(1)
  })

  it('shows roles with money permissions the balance due, and hides it from a teacher', async () => {
    const section = await makeSection(await makeClass(school))
    const teacher = await makeStaff(school, { role: 'teacher' })
    await makeTeacher(school, { staff: teacher, section })
    cookies.set('teacher', (await signedInStaff(teacher)).cookie)
    const form = { ...typedStudent, ...(await typedLocation(section)) }
    const path = locationOf(await call(newStudent.action, '/school/students/new', { form }))
    expect(await call(student.loader, path, { role: 'accounts' })).toMatchObject({ dues: [], mayEdit: false })
    expect(await call(student.loader, path, { role: 'teacher' })).toMatchObject({ dues: null, mayCollect: false })
  })
})

describe('creating a fee', () => {
  it('returns the form with another head, or split into instalments, without losing input', async () => {
    const session = await currentSession(school)
    const form = typedFee(await makeClass(school), session.publicId)
    const more = refusal(await call(newFee.action, '/school/fees/new', { form: { ...form, intent: 'add-head' } }))
    expect(more).toMatchObject({
      status: 200,
      typed: { name: 'School fee', heads: [{ amount: '30,000' }, { amount: '' }] },
    })
    const split = refusal(await call(newFee.action, '/school/fees/new', { form: { ...form, intent: 'split' } }))
    expect(split).toMatchObject({
      status: 200,
      typed: { instalments: [{ title: 'First', amount: '10000' }, { amount: '10000' }, { amount: '10000' }] },
    })
  })

  it('shows in rupees by how much the instalments differ from the heads', async () => {
    const session = await currentSession(school)
    const form = { ...typedFee(await makeClass(school), session.publicId), 'instalments[0].amount': '29,000' }
    expect(refusal(await call(newFee.action, '/school/fees/new', { form }))).toMatchObject({
      status: 422,
      errors: { 'instalments[0].amount': ['The instalments come to ₹1,000 less than the heads (₹30,000)'] },
    })
  })

  it('adds one fee when the form is sent twice, and does not show the fee to another school', async () => {
    const session = await currentSession(school)
    const form = typedFee(await makeClass(school), session.publicId)
    const first = locationOf(await call(newFee.action, '/school/fees/new', { form }))
    expect(locationOf(await call(newFee.action, '/school/fees/new', { form }))).toBe(first)
    school = await makeSchool()
    cookies.clear()
    expect(await call(editFee.loader, `${first}/edit`)).toMatchObject({ status: 404 })
    expect(await call(assignment.action, `${first}/assignment`, { form })).toMatchObject({ status: 404 })
  })
})

it('shows why a class cannot be deleted, and the step to take first', async () => {
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass)
  const path = `/school/classes/${ofClass.publicId}/delete`
  expect(await call(deleteClass.loader, path)).toMatchObject({ obstacle: 'Class 6 has 1 section; delete it first.' })
  const form = { ...typedStudent, ...(await typedLocation(section)) }
  await call(newStudent.action, '/school/students/new', { form })
  expect(await call(deleteClass.loader, path)).toMatchObject({ obstacle: 'Class 6 has 1 student; move them first.' })
  expect(await call(deleteClass.action, path, { form: { confirm: 'yes' } })).toMatchObject({ init: { status: 422 } })
})
