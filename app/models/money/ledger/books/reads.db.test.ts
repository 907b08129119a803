import { describe, expect, it } from 'vitest'
import { countQueries, inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { makeAcademicSession, makeEnrollment } from '../../../../../tests/factories/academics'
import { makeDue } from '../../../../../tests/factories/ledger'
import { makePayingSchool } from '../../../../../tests/factories/paying'
import { makeSchool } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { recordOfflinePayment } from '../counter/record-offline-payment.server'
import { type NewDue, raiseDues } from '../dues.server'
import { findDue } from '../queries.server'
import { Due } from '../tables.server'
import { listPayments, type PaymentQuery } from './collections.server'
import { feeDetails } from './fee-details.server'
import { listFeeStatus } from './fee-status.server'

const today = () => todayInIndia(new Date())

async function payOffline(scope: Parameters<typeof recordOfflinePayment>[0], dueId: string, amountPaise: number) {
  const paid = await recordOfflinePayment(scope, {
    dueIds: [dueId],
    method: 'upi',
    amountPaise,
    reference: 'UPI-778899',
    remarks: null,
    paidOn: today(),
    formKey: newFormKey(),
  })
  if (!paid.ok) throw new Error(paid.reason)
  return paid.value
}

describe('Student Fee Management', () => {
  it('shows three academic years per page, newest first, each with its class and dues by date', async () => {
    const school = await makePayingSchool(sandbox)
    const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', fatherName: 'Rajesh Patel' })
    for (const startYear of [2021, 2022, 2023, 2024]) {
      await makeEnrollment(student, {
        session: await makeAcademicSession(school, { startYear }),
        rollNumber: startYear % 100,
      })
    }
    const current = await makeEnrollment(student, { rollNumber: 12, enrolledOn: addDays(today(), -5) })
    const late = await makeDue(student, { title: 'Second', dueOn: addDays(today(), 5), finePaise: 100 })
    const early = await makeDue(student, { title: 'First', dueOn: addDays(today(), -5) })
    const open = await makeDue(student, { title: 'Third', dueOn: addDays(today(), 9) })
    const paid = await payOffline(school.scope, late.publicId, late.owedPaise)
    const payment = await startPayment(student.scope, [open.publicId])

    const { value: status, count } = await countQueries(() => listFeeStatus(student.scope, 1))
    expect(count).toBeLessThanOrEqual(2)
    expect(status).toMatchObject({ currentPage: 1, lastPage: 2, total: 5 })
    expect(status.student).toMatchObject({ fullName: 'Asha Patel', fatherName: 'Rajesh Patel', gender: 'Female' })
    expect(status.years.map((year) => year.sessionName)).toEqual([current.session.name, '2024-25', '2023-24'])
    expect(status.years[0]).toMatchObject({ className: current.class.name, sectionName: 'A', rollNumber: 12 })
    expect(status.years[1]?.rows).toEqual([])
    expect(status.years[0]?.rows).toMatchObject([
      { duePublicId: early.publicId, feeTitle: 'First', status: 'pending', overdue: true, receiptPublicId: null },
      {
        feeTitle: 'Second',
        amountPaise: late.owedPaise,
        balancePaise: 0,
        status: 'paid',
        overdue: false,
        receiptPublicId: paid.receiptId,
        transactionId: expect.stringMatching(/^OFF-/),
      },
      { feeTitle: 'Third', status: 'pending', openPaymentPublicId: payment.publicId },
    ])
    const second = await listFeeStatus(student.scope, 2)
    expect(second.years.map((year) => year.sessionName)).toEqual(['2022-23', '2021-22'])
    expect(await listFeeStatus(student.scope, 99)).toEqual(second)
  })

  it('shows an empty list for a student without an enrollment until something is owed', async () => {
    const school = await makeSchool()
    const student = await makeStudent(school)
    expect(await listFeeStatus(student.scope, 3)).toMatchObject({ currentPage: 1, lastPage: 1, total: 0, years: [] })
    const due = await makeDue(student)
    await payOffline(school.scope, due.publicId, due.owedPaise)
    expect((await listFeeStatus(student.scope, 1)).years[0]?.rows).toHaveLength(1)
  })
})

it('returns the fee details of one student in one session, to the student and the school only', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const { session } = await makeEnrollment(student, { rollNumber: 3 })
  const due = await makeDue(student, { name: 'Tuition', title: 'April', amountPaise: 10_000 })
  await makeDue(student, { name: 'Tuition', title: 'May', dueOn: addDays(due.dueOn, 30), amountPaise: 20_000 })
  await payOffline(school.scope, due.publicId, 10_000)
  const details = await feeDetails(student.scope, student.publicId, session.publicId)
  expect(details).toMatchObject({
    enrollment: { roll_number: 3 },
    fees: [
      {
        fee: { name: 'Tuition' },
        fee_duedates: [
          { fee_title: 'April', payment_status: 'paid', transaction_id: expect.stringMatching(/^OFF-/) },
          { fee_title: 'May', payment_status: 'pending', transaction_id: null },
        ],
      },
    ],
    totals: { amountPaise: 30_000, paidPaise: 10_000, balancePaise: 20_000 },
  })
  expect(await feeDetails(school.scope, student.publicId, session.publicId)).toEqual(details)
  const classmate = await makeStudent(school)
  expect(await feeDetails(classmate.scope, student.publicId, session.publicId)).toBeNull()
  expect(await feeDetails((await makeSchool()).scope, student.publicId, session.publicId)).toBeNull()
})

it('shows a due to its student and school, with its parts and the balance', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const due = await makeDue(student, { amountPaise: 10_000, concessionPaise: 1000, dueOn: addDays(today(), -1) })
  const view = await findDue(student.scope, due.publicId)
  expect(view).toMatchObject({ owedPaise: 9000, balancePaise: 9000, status: 'overdue', parts: [{}, {}] })
  expect(await findDue(school.scope, due.publicId)).toEqual(view)
  expect(await findDue((await makeStudent(school)).scope, due.publicId)).toBeNull()
  await inTransaction(() => Due.update({ state: 'cancelled' }, { where: { id: due.id } }))
  expect(await findDue(student.scope, due.publicId)).toBeNull()
})

it('lists the collections of a school by filter, with the net sum', async () => {
  const school = await makePayingSchool(sandbox)
  const asha = await makeStudent(school, { firstName: 'Asha', lastName: '100%_Patel' })
  const ravi = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar' })
  const due = await makeDue(asha, { amountPaise: 10_000, name: 'Fee', title: 'April' })
  await payOffline(school.scope, due.publicId, 10_000)
  const begun = await startPayment(ravi.scope, [(await makeDue(ravi)).publicId])
  const all = await listPayments(school.scope, { sums: ['collectedPaise'] })
  expect(all).toMatchObject({ total: 2, pages: 1, sums: { collectedPaise: 10_000 } })
  expect(all.rows[0]).toMatchObject({ publicId: begun.publicId, receiptNumber: null })
  expect(all.rows[1]).toMatchObject({ purpose: 'Fee, April', receiptNumber: expect.stringMatching(/000001$/) })
  const number = all.rows[1]?.receiptNumber ?? ''
  const found = async (input: PaymentQuery) =>
    (await listPayments(school.scope, input)).rows.map((row) => row.studentName.split(' ')[0])
  expect(await found({ search: 'ravi k' })).toEqual(['Ravi'])
  expect(await found({ search: '100%_' })).toEqual(['Asha'])
  expect(await found({ search: '%' })).toEqual(['Asha'])
  expect(await found({ search: number })).toEqual(['Asha'])
  expect(await found({ search: 'UPI-778' })).toEqual(['Asha'])
  expect(await found({ filters: { method: 'online' } })).toEqual(['Ravi'])
  expect(await found({ filters: { state: 'paid' } })).toEqual(['Asha'])
  expect(await found({ filters: { from: today(), to: today() } })).toHaveLength(2)
  expect(await found({ filters: { to: addDays(today(), -1) } })).toEqual([])
  expect(await found({ sort: 'date', descending: true })).toEqual(['Asha', 'Ravi'])
  expect(await found({ sort: 'amount' })).toEqual(['Asha', 'Ravi'])
  expect(await found({ sort: 'student', descending: true })).toEqual(['Ravi', 'Asha'])
  expect(await found({ filters: { excess: 'yes' } })).toEqual([])
  expect(await listPayments(school.scope, { page: 9, pageSize: 1 })).toMatchObject({ page: 2, pages: 2 })
  expect(await listPayments((await makeSchool()).scope)).toMatchObject({ total: 0, rows: [] })
})

describe('raising dues', () => {
  const newDue = (studentId: number, academicSessionId: number, sourceId: number): NewDue => ({
    studentId,
    academicSessionId,
    kind: 'fee',
    sourceId,
    name: 'School Fee',
    title: 'April',
    dueOn: '2026-04-10',
    amountPaise: 1000,
    parts: [
      { name: 'Tuition Fee', amountPaise: 700 },
      { name: 'Library Fee', amountPaise: 300 },
    ],
  })

  it('does not add or change dues when the same ones are raised again in bulk', async () => {
    const school = await makeSchool()
    const students = await Promise.all(Array.from({ length: 30 }, () => makeStudent(school)))
    const session = await makeAcademicSession(school, { startYear: 2026 })
    const rows = students.flatMap((student) =>
      Array.from({ length: 20 }, (_, source) => newDue(student.id, session.id, source + 1)),
    )
    const raise = (dues: NewDue[]) => inTransaction(() => raiseDues(school.scope, dues))
    expect(await raise(rows.slice(0, 590))).toBe(590)
    const before = await Due.findAll({ where: { schoolId: school.id }, order: ['id'], raw: true })
    expect(await raise(rows.map((row) => ({ ...row, title: 'Changed' })))).toBe(10)
    const after = await Due.findAll({ where: { schoolId: school.id }, order: ['id'], raw: true })
    const bare = (dues: Array<{ publicId: string; title: string; amountPaise: number }>) =>
      dues.map(({ publicId, title, amountPaise }) => ({ publicId, title, amountPaise }))
    expect(bare(after).slice(0, 590)).toEqual(bare(before))
    expect((await findDue(school.scope, after[0]?.publicId ?? ''))?.parts).toHaveLength(2)
  })

  it('refuses to write parts that do not sum to the amount', async () => {
    const school = await makeSchool()
    const student = await makeStudent(school)
    const wrong = { ...newDue(student.id, 1, 1), amountPaise: 1001 }
    await expect(inTransaction(() => raiseDues(school.scope, [wrong]))).rejects.toThrow(RangeError)
  })
})
