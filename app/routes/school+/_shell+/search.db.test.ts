import { beforeAll, describe, expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { visitorScope } from '~/models/core/shared/scope.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { findStaffSession, type StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import type { StaffRole } from '~/models/people/accounts/staff/permissions'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { signedInStaff } from '../../../../tests/factories/accounts'
import { makeAdmission } from '../../../../tests/factories/admissions'
import { makeDue } from '../../../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../tests/factories/student'
import { makeTeacher } from '../../../../tests/factories/teaching'
import { findAnything, findByNumber } from './__find.server'

const mobileNumber = '9825012345'

/**
 * Creates a student, an admission and a teacher who share a mobile number, a receipt with the number 1, and staff of
 * every role.
 */
async function makeWorld() {
  const school = await makeSchool()
  const accountant = await makeStaff(school, {
    name: 'Farida Shaikh',
    email: `${mobileNumber}.${school.id}@school.test`,
  })
  const place = { session: await currentSession(school), class: await makeClass(school) }
  const section = await makeSection(place.class)
  const student = await makeStudent(school, { mobileNumber, firstName: 'Asha', lastName: 'Patel' })
  await makeEnrollment(student, { ...place, section })
  await makeAdmission(school, { mobileNumber, class: place.class })
  const due = await makeDue(student, { session: place.session, amountPaise: 70_000 })
  const paid = await recordOfflinePayment(accountant.scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: 70_000,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: newFormKey(),
  })
  if (!paid.ok) throw new Error(paid.reason)
  const sessionOf = async (role: StaffRole, leads: boolean) => {
    const staff = await makeStaff(school, { role })
    if (leads) await makeTeacher(school, { mobileNumber, staff, section })
    const session = await findStaffSession(visitorScope(), (await signedInStaff(staff)).token)
    if (!session) throw new Error('nobody is signed in')
    return session
  }
  return {
    student,
    payment: paid.value.paymentId,
    sessions: {
      owner: await sessionOf('owner', false),
      office: await sessionOf('office', false),
      accounts: await sessionOf('accounts', false),
      teacher: await sessionOf('teacher', true),
      'teacher of another section': await sessionOf('teacher', false),
    },
  }
}

let world: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  // Another school with the same numbers.
  await makeWorld()
  world = await makeWorld()
})

const titles = async (staff: StaffSession, typed: string) =>
  (await findAnything(staff, typed)).map(({ title, total }) => `${title} ${total}`)

describe('search of the office', () => {
  it.each([
    ['owner', ['Receipts 1'], ['Students 1', 'Admissions 1', 'Teachers 1', 'Staff 1']],
    ['office', ['Receipts 1'], ['Students 1', 'Admissions 1', 'Teachers 1']],
    ['accounts', ['Receipts 1'], ['Students 1', 'Admissions 1', 'Teachers 1']],
    ['teacher', [], ['Students 1', 'Teachers 1']],
    ['teacher of another section', [], ['Teachers 1']],
  ] as const)(
    'finds for the role %s only what it may see, by receipt number or by mobile number',
    async (who, byReceipt, byMobile) => {
      const staff = world.sessions[who]
      for (const typed of ['1', '0001'])
        expect(await titles(staff, typed), typed).toEqual(expect.arrayContaining([...byReceipt]))
      for (const typed of ['1', '0001'])
        expect(
          (await titles(staff, typed)).filter((title) => title.startsWith('Receipts')),
          typed,
        ).toEqual(byReceipt)
      for (const typed of [mobileNumber, '+91 98250 12345', '09825012345'])
        expect(await titles(staff, typed), typed).toEqual(byMobile)
    },
  )

  it('returns the page with exactly this number if the role may see it and it is the only one', async () => {
    const { owner, teacher, ...others } = world.sessions
    const student = `/school/students/${world.student.publicId}`
    expect(await findByNumber(owner, mobileNumber)).toBe(student)
    expect(await findByNumber(teacher, world.student.enrollmentNumber)).toBe(student)
    expect(await findByNumber(others['teacher of another section'], world.student.enrollmentNumber)).toBeNull()
    for (const staff of [owner, others.office, others.accounts])
      expect(await findByNumber(staff, '1')).toContain(`/collections/${world.payment}`)
    expect(await findByNumber(teacher, '1')).toBeNull()
    expect(await findByNumber(owner, 'Asha')).toBeNull()
  })
})
