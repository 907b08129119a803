import { expect, it } from 'vitest'
import { countQueries } from '~/database/database.server'
import { recordOfflinePayment } from '~/models/ledger/record-offline-payment.server'
import { addDays, todayInIndia } from '~/models/shared/calendar'
import { currentSession, makeAcademicSession, makeEnrollment } from '../../../../../tests/factories/academics'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makeDue } from '../../../../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { loader } from './index'

const today = todayInIndia(new Date())

async function open(cookie: string, search = '') {
  const request = new Request(`http://localhost:3000/students/fees${search}`, { headers: { cookie } })
  return countQueries(() => loader({ request, params: {}, context: {} }))
}

it('shows three academic years a page, newest first, each fee with its status, in three statements', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const student = await makeStudent(school)
  const session = await currentSession(school)
  await makeEnrollment(student, { session, rollNumber: 12 })
  const paid = await makeDue(student, { session, dueOn: addDays(today, -30) })
  const overdue = await makeDue(student, { session, dueOn: addDays(today, -1) })
  const dueToday = await makeDue(student, { session, dueOn: today })
  const recorded = await recordOfflinePayment(office.scope, {
    dueIds: [paid.publicId],
    method: 'cash',
    amountPaise: paid.owedPaise,
    reference: null,
    remarks: null,
    paidOn: today,
    formKey: newFormKey(),
  })
  for (const startYear of [2014, 2015, 2016]) {
    await makeEnrollment(student, { session: await makeAcademicSession(school, { startYear }) })
  }
  // A classmate's fees are nobody else's.
  await makeDue(await makeStudent(school), { session })

  const { cookie } = await signedInStudent(student)
  const { value: first, count } = await open(cookie)
  expect(count).toBe(3)
  expect(first).toMatchObject({ page: 1, pages: 2, payer: { mobileNumber: student.mobileNumber } })
  expect(first.years.map((year) => [year.name, year.fees.length])).toEqual([
    [session.name, 3],
    ['2016-17', 0],
    ['2015-16', 0],
  ])
  expect(first.years[0]?.fees).toEqual([
    expect.objectContaining({
      id: paid.publicId,
      status: 'paid',
      receiptId: recorded.ok ? recorded.value.receiptId : 'none',
    }),
    expect.objectContaining({ id: overdue.publicId, status: 'overdue', owedPaise: overdue.owedPaise }),
    expect.objectContaining({ id: dueToday.publicId, status: 'due' }),
  ])
  const { value: last } = await open(cookie, '?page=99')
  expect(last).toMatchObject({ page: 2, pages: 2, years: [{ name: '2014-15', fees: [] }] })
})

it('has no year to show for a student without class and fees', async () => {
  const { cookie } = await signedInStudent(await makeStudent(await makeSchool()))
  expect((await open(cookie)).value).toMatchObject({ page: 1, pages: 1, years: [] })
})
