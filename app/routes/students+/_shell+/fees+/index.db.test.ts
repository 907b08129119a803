import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { findNextDue } from '~/models/money/ledger/books/own-dues.server'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { currentSession, makeAcademicSession, makeEnrollment } from '../../../../../tests/factories/academics'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { guardianCookie } from '../../../../../tests/factories/app'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../../tests/factories/guardians'
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

it('shows three academic years per page, newest first, unpaid fees first, and the total balance, in four SQL statements', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const student = await makeStudent(school)
  const session = await currentSession(school)
  await makeEnrollment(student, { session, rollNumber: 12, enrolledOn: addDays(today, -90) })
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
  // A classmate's fees must not be included.
  await makeDue(await makeStudent(school), { session })

  const { cookie } = await signedInStudent(student)
  const { value: first, count } = await open(cookie)
  expect(count).toBe(4)
  expect(first).toMatchObject({ page: 1, pages: 2, payer: { mobileNumber: student.mobileNumber } })
  expect(first.years.map((year) => [year.name, year.fees.length])).toEqual([
    [session.name, 3],
    ['2016-17', 0],
    ['2015-16', 0],
  ])
  expect(first.years[0]?.fees).toEqual([
    expect.objectContaining({ id: overdue.publicId, status: 'overdue', owedPaise: overdue.owedPaise }),
    expect.objectContaining({ id: dueToday.publicId, status: 'due' }),
    expect.objectContaining({
      id: paid.publicId,
      status: 'paid',
      receiptId: recorded.ok ? recorded.value.receiptId : 'none',
    }),
  ])
  const paise = overdue.owedPaise + dueToday.owedPaise
  const owed = { paise, overduePaise: overdue.owedPaise, declaredPaise: 0, payable: 2, first: overdue.publicId }
  expect(first.owed).toEqual(owed)
  // The total is the same on every page: it is the student's balance due.
  const { value: last } = await open(cookie, '?page=99')
  expect(last).toMatchObject({ page: 2, pages: 2, owed, years: [{ name: '2014-15', fees: [] }] })
})

it('shows that a declared due awaits the school, and excludes it from the payable dues', async () => {
  const student = await makeStudent(await makeSchool())
  const yesterday = addDays(today, -1)
  const declared = await makeDue(student, { dueOn: yesterday })
  const other = await makeDue(student, { dueOn: yesterday, amountPaise: 50_000 })
  const formKey = newFormKey()
  await declareTransfer(student.scope, { dueIds: [declared.publicId], method: 'cash', reference: null, formKey })
  const { cookie } = await signedInStudent(student)
  const { value } = await open(cookie)
  expect(value.years[0]?.fees.map(({ id, status }) => [id, status])).toEqual([
    [declared.publicId, 'declared'],
    [other.publicId, 'overdue'],
  ])
  expect(value.owed).toMatchObject({
    declaredPaise: declared.owedPaise,
    overduePaise: 50_000,
    payable: 1,
    first: other.publicId,
  })
  expect(await findNextDue(student.scope)).toMatchObject({ balancePaise: 50_000, count: 1 })
})

it('shows money that the school holds for a cancelled hostel bed', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const student = await makeStudent(school)
  const due = await makeDue(student, { kind: 'hostel' })
  const recorded = await recordOfflinePayment(office.scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: due.owedPaise,
    reference: null,
    remarks: null,
    paidOn: today,
    formKey: newFormKey(),
  })
  await execute("UPDATE dues SET state = 'cancelled' WHERE id = :id", { id: due.id })
  const { cookie } = await signedInStudent(student)
  const { value } = await open(cookie)
  expect(value.owed.paise).toBe(0)
  expect(value.years[0]?.fees).toEqual([
    expect.objectContaining({
      id: due.publicId,
      status: 'cancelled',
      leftPaise: due.owedPaise,
      receiptId: recorded.ok && recorded.value.receiptId,
    }),
  ])
})

it('shows no year for a student without class and fees', async () => {
  const { cookie } = await signedInStudent(await makeStudent(await makeSchool()))
  expect((await open(cookie)).value).toMatchObject({ page: 1, pages: 1, years: [] })
})

it('shows no payment link to a guardian who may not pay, and no personal data of the student to one who may only pay', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const due = await makeDue(student, { dueOn: addDays(today, -1) })
  const openAs = async (rights: { maySee: boolean; mayPay: boolean }) => {
    const account = await makeGuardianAccount({ password: null })
    await linkGuardian(await makeGuardian(school, { accountId: account.id }), student, rights)
    return (await open(await guardianCookie(account, student))).value
  }
  const looks = await openAs({ maySee: true, mayPay: false })
  expect(looks).toMatchObject({ mayPay: false, owed: { paise: due.owedPaise, first: null } })
  expect(looks.payer).toMatchObject({ email: null, mobileNumber: null, gender: student.gender })
  const pays = await openAs({ maySee: false, mayPay: true })
  expect(pays).toMatchObject({ mayPay: true, owed: { first: due.publicId } })
  expect(pays.payer).toMatchObject({
    email: null,
    mobileNumber: null,
    gender: null,
    fatherName: null,
    dateOfBirth: null,
  })
  const own = (await open((await signedInStudent(student)).cookie)).value
  expect(own).toMatchObject({ mayPay: true, isGuardians: false, payer: { mobileNumber: student.mobileNumber } })
})
