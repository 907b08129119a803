import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { mailsLeft } from '~/models/core/outbox/mail-room.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { findStudentDashboard } from '~/models/entry/dashboard/student-dashboard.server'
import {
  currentSession,
  type MadeSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { entriesOf } from '../../../../../tests/factories/audit'
import { type MadeDue, makeDue } from '../../../../../tests/factories/ledger'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { summarizeClasses, summarizeMonths } from '../books/collection-summary.server'
import { listDayBook, sumDayBook } from '../books/day-book.server'
import { listFeeStatus } from '../books/fee-status.server'
import { findNextDue } from '../books/own-dues.server'
import type { OfflineMethod } from '../payment-methods'
import { findDue } from '../queries.server'
import { requestRefund } from '../refunds.server'
import { type DefaulterFilters, listDefaulters, listOverdueDues } from './defaulters.server'
import { findFeeAccount } from './fee-account.server'
import { recordOfflinePayment } from './record-offline-payment.server'
import { remindDefaulters } from './reminders.server'
import { bounceCheque, cancelPayment } from './void-payment.server'

const today = todayInIndia(new Date())

interface House {
  school: MadeSchool
  office: MadeStaff
  session: MadeSession
  asha: MadeStudent
  ravi: MadeStudent
  classId: string
}

/** A school with Asha in class 6 and Ravi, who has no e-mail and no class. */
async function openHouse(): Promise<House> {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', language: 'gu' })
  const ravi = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar', email: null })
  await makeEnrollment(asha, { session, class: ofClass, section, rollNumber: 1, enrolledOn: addDays(today, -300) })
  return { school, session, asha, ravi, office: await makeStaff(school), classId: ofClass.publicId }
}

let keys = 0

async function pay(office: MadeStaff, due: MadeDue, method: OfflineMethod, paidOn: string): Promise<string> {
  keys += 1
  const paid = await recordOfflinePayment(office.scope, {
    dueIds: [due.publicId],
    method,
    amountPaise: due.owedPaise,
    reference: method === 'cash' ? null : `0${keys}4711`,
    remarks: null,
    paidOn,
    meansEarlyDay: true,
    formKey: `report-${keys}`,
  })
  if (!paid.ok) throw new Error(paid.reason)
  return paid.value.paymentId
}

const filters = { session: '', class: '', section: '', days: '' }
const everybody: DefaulterFilters = { search: '', filters }
const list = { ...everybody, sort: 'amount', descending: false, page: 1, sums: ['overduePaise'] } as const

it('lists defaulters with their overdue balance only, the largest amount first', async () => {
  const { school, asha, ravi, office, session, classId } = await openHouse()
  const late = (student: MadeStudent, days: number, amountPaise: number) =>
    makeDue(student, { dueOn: addDays(today, -days), amountPaise, title: `${days} days` })
  await late(asha, 40, 10_000_00)
  await late(asha, 1, 2_000_00)
  await late(ravi, 10, 9_000_00)
  await pay(office, await late(ravi, 20, 50_000_00), 'cash', today)
  await makeDue(ravi, { dueOn: today, amountPaise: 70_000_00 })
  await execute("UPDATE dues SET state = 'cancelled' WHERE id = :id", { id: (await late(ravi, 90, 1_00)).id })
  await makeDue(await makeStudent(await makeSchool()), { dueOn: addDays(today, -3) })

  const found = await listDefaulters(school.scope, list, today)
  expect(found.rows.map((row) => [row.firstName, row.dues, row.oldestOn, row.overduePaise, row.className])).toEqual([
    ['Asha', 2, addDays(today, -40), 12_000_00, 'Class 6'],
    ['Ravi', 1, addDays(today, -10), 9_000_00, null],
  ])
  expect(found.sums).toEqual({ overduePaise: 21_000_00 })
  const asked = async (query: { search?: string; descending?: boolean; filters?: typeof filters }) =>
    (await listDefaulters(school.scope, { ...list, ...query }, today)).rows.map((row) => row.firstName)
  const names = (chosen: Partial<typeof filters>) => asked({ filters: { ...filters, ...chosen } })
  expect(await asked({ descending: true })).toEqual(['Ravi', 'Asha'])
  expect(await names({ class: classId })).toEqual(['Asha'])
  expect(await names({ days: '30' })).toEqual(['Asha'])
  expect(await names({ days: '60' })).toEqual([])
  expect(await asked({ search: 'kumar' })).toEqual(['Ravi'])
  expect(await names({ session: session.publicId })).toEqual(['Asha', 'Ravi'])
  const dues = await listOverdueDues(school.scope, { publicIds: [asha.publicId], session: '' }, today)
  expect(dues.map((due) => [due.title, due.balancePaise])).toEqual([
    ['40 days', 10_000_00],
    ['1 days', 2_000_00],
  ])
})

it.each([
  [29, 0],
  [30, 1],
  [31, 1],
])('for a fee that is %i days late, lists %i students in the filter "30 days or more"', async (days, students) => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await makeDue(student, { dueOn: addDays(today, -days), amountPaise: 100_00 })
  const asked = { ...list, filters: { ...filters, days: '30' } }
  const { total, sums } = await listDefaulters(school.scope, asked, today)
  expect([total, sums]).toEqual([students, { overduePaise: students * 100_00 }])
})

it('does not count a due as overdue, in any report, for the time before the student joined', async () => {
  const { school, asha, session, classId } = await openHouse()
  const due = await makeDue(asha, { dueOn: addDays(today, -161), amountPaise: 1_000_00 })
  const joined = (day: string) =>
    execute('UPDATE enrollments SET enrolled_on = :day WHERE student_id = :id', { day, id: asha.id })
  const said = async () => {
    const { rows, sums } = await listDefaulters(school.scope, list, today)
    const [row] = rows
    const classes = await summarizeClasses(school.scope, session.publicId, today)
    const account = await findFeeAccount(school.scope, asha.publicId)
    const ofSession = { publicIds: [asha.publicId], session: session.publicId }
    return {
      defaulter: row ? [row.daysOverdue, row.overduePaise] : null,
      sum: sums?.overduePaise,
      letters: (await listOverdueDues(school.scope, ofSession, today)).length,
      class: classes.find((one) => one.classId === classId)?.overduePaise,
      account: account?.years[0]?.dues[0]?.status,
      due: (await findDue(asha.scope, due.publicId))?.status,
      fees: (await listFeeStatus(asha.scope, 1)).years[0]?.rows[0]?.overdue,
      home: (await findNextDue(asha.scope))?.isOverdue,
      dashboard: (await findStudentDashboard(asha.scope, today)).dues.next?.isOverdue,
    }
  }
  await joined(today)
  const inTime = { account: 'due', due: 'due', fees: false, home: false, dashboard: false }
  expect(await said()).toEqual({ defaulter: null, sum: 0, letters: 0, class: 0, ...inTime })
  await joined(addDays(today, -3))
  const late = { account: 'overdue', due: 'overdue', fees: true, home: true, dashboard: true }
  expect(await said()).toEqual({ defaulter: [3, 1_000_00], sum: 1_000_00, letters: 1, class: 1_000_00, ...late })
  await joined(addDays(today, -300))
  expect(await said()).toMatchObject({ defaulter: [161, 1_000_00] })
})

it('reminds families up to the school’s daily mail limit, and returns the number left out', async () => {
  const { school, office, asha, ravi } = await openHouse()
  for (const student of [asha, ravi]) await makeDue(student, { dueOn: addDays(today, -5), name: 'School Fee' })
  await inTransaction(async () => {
    while ((await mailsLeft(school.id)) > 0) {
      await enqueueMail({ schoolId: school.id, to: 'x@y.test', subject: 's', text: 't' })
    }
  })
  expect(await remindDefaulters(office.scope, everybody, today)).toMatchObject({ mailed: 0, already: 0, refused: 1 })
  await execute('DELETE FROM throttles WHERE bucket = :bucket', { bucket: `mails:${school.id}` })
  expect(await remindDefaulters(office.scope, everybody, today)).toMatchObject({ mailed: 1, already: 0, refused: 0 })
})

it('reminds each family once a day in its language, however often it is requested', async () => {
  const { school, office, asha, ravi } = await openHouse()
  for (const student of [asha, ravi]) await makeDue(student, { dueOn: addDays(today, -5), name: 'School Fee' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => remindDefaulters(office.scope, everybody, today)))
  expect(answers.map((one) => one.mailed).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(answers[0]).toMatchObject({ withoutMail: 1 })
  const mails = await readRows<{ to: string; subject: string; text: string }>(
    'SELECT to_address AS `to`, subject, body_text AS text FROM outgoing_mail WHERE school_id = :id',
    { id: school.id },
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: asha.email, subject: 'Asha Patelની ફી ભરવાની તારીખ વીતી ગઈ: ₹12,500.00' })
  expect(mails[0]?.text).toContain('School Fee – First instalment')
  expect(mails[0]?.text).toContain('/students/fees')
  const again = await remindDefaulters(office.scope, everybody, addDays(today, 1))
  expect(again).toEqual({ mailed: 1, withoutMail: 1, already: 0, refused: 0 })
  // Only one of ten clicks sends reminders; the others are not in the audit log.
  expect(await entriesOf(school, 'fees.reminded')).toEqual(
    [today, addDays(today, 1)].map((on) => ({ kind: 'reminder', id: null, by: 'staff', details: { students: 1, on } })),
  )
  const found = await listDefaulters(school.scope, list, today)
  expect(found.rows.find((row) => row.firstName === 'Asha')?.remindedOn).toBe(addDays(today, 1))
})

it('reminds only the selected students, and only of this school', async () => {
  const { school, office, asha, ravi } = await openHouse()
  const bela = await makeStudent(school, { firstName: 'Bela' })
  const other = await openHouse()
  for (const student of [asha, ravi, bela, other.asha]) await makeDue(student, { dueOn: addDays(today, -5) })
  const ticked = (...students: MadeStudent[]) => ({ ...everybody, students: students.map((one) => one.publicId) })
  const nobody = { mailed: 0, withoutMail: 0, already: 0, refused: 0 }
  expect(await remindDefaulters(office.scope, ticked(), today)).toEqual(nobody)
  expect(await remindDefaulters(office.scope, ticked(other.asha), today)).toEqual(nobody)
  expect(await remindDefaulters(office.scope, ticked(bela, ravi), today)).toEqual({
    ...nobody,
    mailed: 1,
    withoutMail: 1,
  })
  const mails = await readRows<{ to: string }>(
    'SELECT to_address AS `to` FROM outgoing_mail WHERE school_id IN (:ids) ORDER BY id',
    { ids: [school.id, other.school.id] },
  )
  expect(mails).toEqual([{ to: bela.email }])
  const letters = await listDefaulters(school.scope, { ...list, ...ticked(bela, other.asha) }, today)
  expect(letters.rows.map((row) => row.firstName)).toEqual(['Bela'])
})

/** Rows and sums of the day book, both without zero values. */
async function bookOf({ scope }: MadeSchool, input: { from?: string; to?: string; method?: string; by?: string }) {
  const filters = { from: today, to: today, method: '', by: '', ...input }
  const asked = { search: '', sort: 'amount', descending: true, page: 1, filters } as const
  const { rows } = await listDayBook(scope, asked)
  const { methods: totals } = await sumDayBook(scope, filters)
  return {
    rows: rows.map(({ kind, method, amountPaise, isLate }) => [kind, method, amountPaise, ...(isLate ? ['late'] : [])]),
    references: rows.map((row) => row.reference),
    purposes: rows.map((row) => row.purpose),
    totals: totals.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== 0 && name !== 'movements')),
    ),
  }
}

it('shows a cheque in the day book on the day it was received, and its bounce on the day it bounced', async () => {
  const { school, office, asha, ravi } = await openHouse()
  const yesterday = addDays(today, -1)
  const cheque = await pay(office, await makeDue(asha, { amountPaise: 5_000_00 }), 'cheque', yesterday)
  await pay(office, await makeDue(ravi, { amountPaise: 700_00 }), 'cash', yesterday)
  await pay(office, await makeDue(ravi, { amountPaise: 300_00 }), 'cash', today)
  expect(await bounceCheque(office.scope, { paymentId: cheque, reason: 'Funds insufficient' })).toMatchObject({
    ok: true,
  })
  expect(await bookOf(school, { from: yesterday, to: yesterday })).toMatchObject({
    rows: [
      ['received', 'cheque', 5_000_00, 'late'],
      ['received', 'cash', 700_00, 'late'],
    ],
    totals: [
      { method: 'cash', receivedPaise: 700_00, netPaise: 700_00, late: 1 },
      { method: 'cheque', receivedPaise: 5_000_00, netPaise: 5_000_00, late: 1 },
    ],
  })
  expect((await bookOf(school, {})).rows).toEqual([
    ['received', 'cash', 300_00],
    ['bounced', 'cheque', -5_000_00],
  ])
  expect((await bookOf(school, { from: yesterday, method: 'cheque' })).totals).toEqual([
    { method: 'cheque', receivedPaise: 5_000_00, bouncedPaise: -5_000_00, late: 1 },
  ])
  // With `by: 'entry'`, the day book lists what was entered today, whatever its payment date.
  expect((await bookOf(school, { by: 'entry' })).rows).toHaveLength(4)
  expect((await bookOf(school, { from: addDays(today, 1), to: addDays(today, 1) })).rows).toEqual([])
})

it('books a refund by its own method and reference', async () => {
  const { school, office, asha } = await openHouse()
  const paymentId = await pay(office, await makeDue(asha, { amountPaise: 3_000_00, title: 'Term 1' }), 'upi', today)
  const refund = { paymentId, from: 'any', amountPaise: 1_000_50, reason: 'Left', formKey: newFormKey() } as const
  const how = { givenBy: 'cash', givenReference: 'Father, Mahesh' } as const
  expect(await requestRefund(office.scope, { ...refund, ...how })).toMatchObject({ ok: true })
  expect(await bookOf(school, {})).toMatchObject({
    rows: [
      ['received', 'upi', 3_000_00],
      ['refunded', 'cash', -1_000_50],
    ],
    references: [expect.stringMatching(/4711$/), 'Father, Mahesh'],
    purposes: ['School Fee, Term 1', 'School Fee, Term 1'],
    totals: [
      { method: 'cash', refundedPaise: -1_000_50, netPaise: -1_000_50 },
      { method: 'upi', receivedPaise: 3_000_00, netPaise: 3_000_00 },
    ],
  })
  expect((await bookOf(school, { method: 'cash' })).rows).toEqual([['refunded', 'cash', -1_000_50]])
})

it('removes a cancelled payment from the day and month it was booked for, and shows when it was cancelled', async () => {
  const { school, office, asha } = await openHouse()
  const lastMonth = addDays(today, -40)
  const mistake = await pay(office, await makeDue(asha, { amountPaise: 4_000_00 }), 'cash', lastMonth)
  await pay(office, await makeDue(asha, { amountPaise: 100_00 }), 'cash', today)
  expect(await cancelPayment(office.scope, { paymentId: mistake, reason: 'Wrong child' })).toMatchObject({ ok: true })
  expect(await bookOf(school, { from: lastMonth, to: lastMonth })).toMatchObject({
    rows: [
      ['received', 'cash', 4_000_00, 'late'],
      ['corrected', 'cash', -4_000_00, 'late'],
    ],
    totals: [{ method: 'cash', receivedPaise: 4_000_00, correctedPaise: -4_000_00, late: 2 }],
  })
  expect((await bookOf(school, {})).rows).toEqual([['received', 'cash', 100_00]])
  const months = await summarizeMonths(school.scope, `${lastMonth.slice(0, 7)}-01`, today)
  expect(months.map((row) => row.totalPaise)).toEqual(
    months.map((_, index) => (index < months.length - 1 ? 0 : 100_00)),
  )
})

it('adds up money by month, including months without movements, and by class', async () => {
  const { school, office, session, asha, ravi, classId } = await openHouse()
  await pay(office, await makeDue(asha, { amountPaise: 5_000_00, concessionPaise: 500_00 }), 'cash', today)
  await makeDue(asha, { amountPaise: 1_000_00, finePaise: 50_00, dueOn: addDays(today, -2) })
  await makeDue(ravi, { amountPaise: 2_000_00 })
  const months = await summarizeMonths(school.scope, session.startsOn, session.endsOn)
  expect(months).toHaveLength(12)
  expect(months.filter((row) => row.totalPaise !== 0)).toEqual([
    { month: today.slice(0, 7), officePaise: 4_500_00, onlinePaise: 0, totalPaise: 4_500_00 },
  ])
  expect(await summarizeClasses(school.scope, session.publicId, today)).toEqual([
    {
      classId,
      className: 'Class 6',
      students: 1,
      amountPaise: 6_000_00,
      concessionPaise: 500_00,
      finePaise: 50_00,
      paidPaise: 4_500_00,
      balancePaise: 1_050_00,
      overduePaise: 1_050_00,
    },
    {
      classId: null,
      className: 'Not enrolled',
      students: 1,
      amountPaise: 2_000_00,
      concessionPaise: 0,
      finePaise: 0,
      paidPaise: 0,
      balancePaise: 2_000_00,
      overduePaise: 0,
    },
  ])
})

it('counts money in the month in which it moved, by the time in India', async () => {
  const { school, office, asha } = await openHouse()
  for (const paidAt of ['2026-06-30 18:29:59', '2026-06-30 18:30:00']) {
    const payment = await pay(office, await makeDue(asha, { amountPaise: 100_00 }), 'cash', today)
    await execute('UPDATE payments SET paid_at = :paidAt WHERE public_id = :payment', { paidAt, payment })
  }
  expect(await summarizeMonths(school.scope, '2026-07-01', '2026-07-20')).toEqual([
    { month: '2026-07', officePaise: 100_00, onlinePaise: 0, totalPaise: 100_00 },
  ])
})
