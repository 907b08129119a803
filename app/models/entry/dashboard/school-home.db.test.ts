import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { countWaiting, listPayments, listTransfers } from '~/models/money/ledger/books/collections.server'
import { listDefaulters, overdueByAge } from '~/models/money/ledger/counter/defaulters.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { closeFactorOffer } from '~/models/people/accounts/second-factor/second-factor.server'
import { currentSession, makeClass, makeEnrollment } from '../../../../tests/factories/academics'
import { makeAdmission } from '../../../../tests/factories/admissions'
import { makeGrievance } from '../../../../tests/factories/consents'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeDue } from '../../../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeProduct } from '../../../../tests/factories/shop'
import { makeStudent } from '../../../../tests/factories/student'
import { makeVehicle } from '../../../../tests/factories/transport'
import { compareYears } from './home-figures.server'
import { findSchoolHome } from './school-home.server'

it('counts nothing in a new school', async () => {
  const school = await makeSchool({ approved: false })
  expect(await findSchoolHome(school.scope, '2026-07-20', null)).toEqual({
    approval: 'waiting',
    staff: 0,
    admissionsWaiting: 0,
    changeRequestsWaiting: 0,
    leaveWaiting: 0,
    grievancesLate: 0,
    transfersWaiting: 0,
    paymentsWithExcess: 0,
    requestsWaiting: 0,
    ordersToPack: 0,
    productsLow: 0,
    hostelWaiting: 0,
    hostelRefunds: 0,
    transportWaiting: 0,
    transportPaid: 0,
    transportRefunds: 0,
    vehiclePapers: 0,
    attendance: { marked: 0, present: 0, enrolled: 0 },
    students: 0,
    classes: 0,
    sections: 0,
    sessions: 0,
    fees: 0,
    currentSession: null,
    offersFactor: false,
    since: {
      admissionsWaiting: null,
      changeRequestsWaiting: null,
      ordersToPack: null,
      hostelWaiting: null,
      transportWaiting: null,
    },
  })
})

it('offers a second factor to each person who has not dismissed the offer', async () => {
  const school = await makeSchool()
  const [clerk, other] = [await makeStaff(school), await makeStaff(school)]
  await closeFactorOffer(clerk.scope)
  expect((await findSchoolHome(clerk.scope, '2026-07-20', null)).offersFactor).toBe(false)
  expect((await findSchoolHome(other.scope, '2026-07-20', null)).offersFactor).toBe(true)
})

it('counts pending decisions and today’s attendance, with late as present and half a day as half', async () => {
  const school = await makeSchool()
  const statuses = ['present', 'late', 'half_day', 'absent', 'leave']
  const now = new Date()
  await makeEnrollment(await makeStudent(school))
  for (const status of statuses) {
    const student = await makeStudent(school)
    const { id } = await makeEnrollment(student)
    const row = { school_id: school.id, student_id: student.id, enrollment_id: id, status }
    await insert('attendance', { ...row, held_on: '2026-07-20', created_at: now, updated_at: now })
    await insert('attendance', { ...row, status: 'present', held_on: '2026-07-19', created_at: now, updated_at: now })
  }
  const asking = await makeStudent(school)
  await insert('change_requests', {
    public_id: newPublicId(),
    school_id: school.id,
    student_id: asking.id,
    field: 'last_name',
    old_value: asking.lastName,
    new_value: 'Trivedi',
    created_at: now,
  })
  expect(await findSchoolHome(school.scope, '2026-07-20', null)).toMatchObject({
    changeRequestsWaiting: 1,
    attendance: { marked: 5, present: 2.5, enrolled: 6 },
  })
})

it('counts products low in stock, expiring documents of vehicles in service, and overdue grievances', async () => {
  const school = await makeSchool()
  const day = '2026-07-20'
  for (const stock of [4, 5, 6]) await makeProduct(school, { stock, lowStockAt: 5 })
  for (const status of ['active', 'maintenance', 'inactive'] as const) {
    const { id } = await makeVehicle(school, { status })
    const now = new Date()
    await insert('vehicle_documents', {
      public_id: newPublicId(),
      school_id: school.id,
      vehicle_id: id,
      kind: 'permit',
      expires_on: day,
      form_key: unique(),
      created_at: now,
      updated_at: now,
    })
  }
  const student = await makeStudent(school)
  // The deadline is thirty days, so only the first is overdue.
  for (const receivedOn of ['2026-06-19', '2026-06-20']) await makeGrievance(student, { receivedOn })
  expect(await findSchoolHome(school.scope, day, null)).toMatchObject({
    productsLow: 2,
    vehiclePapers: 2,
    grievancesLate: 1,
  })
})

it('shows the date in India of the oldest waiting admission', async () => {
  const school = await makeSchool()
  await makeAdmission(school, { createdAt: new Date('2026-07-13T01:30:00+05:30') })
  expect((await findSchoolHome(school.scope, '2026-07-20', null)).since.admissionsWaiting).toBe('2026-07-13')
})

it('compares the attendance of seven days with the same weekdays a year ago, and leaves unmarked days empty', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const mark = async (of: typeof school, heldOn: string, ...statuses: string[]) => {
    for (const status of statuses) {
      const student = await makeStudent(of)
      const { id } = await makeEnrollment(student)
      const now = new Date()
      const row = { school_id: of.id, student_id: student.id, enrollment_id: id, status }
      await insert('attendance', { ...row, held_on: heldOn, created_at: now, updated_at: now })
    }
  }
  await mark(school, '2026-07-20', 'present', 'late', 'half_day', 'absent', 'leave')
  await mark(school, '2026-07-14', 'present')
  await mark(school, '2026-07-16', 'absent')
  await mark(school, '2026-07-13', 'present')
  await mark(school, '2025-07-21', 'present', 'present', 'absent')
  await mark(school, '2025-07-14', 'present')
  await mark(other, '2026-07-20', 'present')
  const { attendance } = await compareYears(school.scope, { today: '2026-07-20', yearStarts: 4, of: ['attendance'] })
  expect(attendance?.times).toEqual([
    { time: '2026-07-14', now: 100, before: null },
    ...[15, 16, 17, 18, 19].map((day) => ({ time: `2026-07-${day}`, now: day === 16 ? 0 : null, before: null })),
    { time: '2026-07-20', now: 50, before: 67 },
  ])
})

it('counts as many excess payments and declared transfers as the lists linked from the home page', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const now = new Date()
  const pay = (method: string, state: string) =>
    insert('payments', {
      public_id: newPublicId(),
      school_id: school.id,
      student_id: student.id,
      form_key: unique(),
      method,
      state,
      amount_paise: 500_00,
      created_at: now,
      updated_at: now,
    })
  const line = (payment: number, kind: string, state: string, amountPaise: number) =>
    insert('payment_lines', {
      school_id: school.id,
      payment_id: payment,
      due_id: null,
      kind,
      state,
      is_online: 1,
      amount_paise: amountPaise,
      created_at: now,
    })
  // Payments that are declared, refused, and started online: only the first waits for the office.
  for (const [method, state] of [
    ['bank_transfer', 'pending'],
    ['cash', 'cancelled'],
    ['online', 'pending'],
  ] as const)
    await pay(method, state)
  // Excess that is kept, being refunded, and not captured yet: only the first waits for the office.
  await line(await pay('online', 'paid'), 'excess', 'settled', 500_00)
  const returned = await pay('online', 'paid')
  await line(returned, 'excess', 'settled', 500_00)
  await line(returned, 'refund', 'open', -500_00)
  await line(await pay('online', 'failed'), 'excess', 'open', 500_00)

  const home = await findSchoolHome(school.scope, '2026-07-20', null)
  expect(home).toMatchObject({ paymentsWithExcess: 1, transfersWaiting: 1 })
  expect(await countWaiting(school.scope)).toEqual({ excess: 1, transfers: 1 })
  expect(await listPayments(school.scope, { filters: { excess: 'yes' } })).toMatchObject({ total: 1 })
  const input = { search: '', sort: 'date', descending: false, page: 1, filters: { method: '' } } as const
  expect(await listTransfers(school.scope, input)).toMatchObject({ total: 1 })
})

it('compares collections and admissions of this school year with the previous one, up to the same day', async () => {
  const school = await makeSchool()
  const other = await makeSchool()
  const student = await makeStudent(school)
  const received = async (of: typeof student, at: string, amountPaise: number) => {
    const { scope } = await makeStaff(of.schoolId === school.id ? school : other)
    const due = await makeDue(of, { amountPaise })
    const paid = await recordOfflinePayment(scope, {
      dueIds: [due.publicId],
      method: 'cash',
      amountPaise,
      reference: null,
      remarks: null,
      paidOn: todayInIndia(new Date()),
      formKey: unique(),
    })
    if (!paid.ok) throw new Error(paid.reason)
    const { paymentId } = paid.value
    await execute('UPDATE payments SET paid_at = :at WHERE public_id = :paymentId', { at: new Date(at), paymentId })
  }
  await received(student, '2026-07-20T05:00:00Z', 1_000_50)
  await received(student, '2026-07-02T05:00:00Z', 500_00)
  await received(student, '2026-04-01T00:00:00Z', 70_00)
  await received(student, '2025-07-20T10:00:00Z', 300_00)
  // Not counted: a payment after 20 July of the previous year, and one at another school.
  await received(student, '2025-07-21T10:00:00Z', 9_999_00)
  await received(await makeStudent(other), '2026-07-20T05:00:00Z', 8_888_00)
  const compare = <What extends 'collections' | 'admissions'>(...of: What[]) =>
    compareYears(school.scope, { today: '2026-07-20', yearStarts: 4, of })
  const { collections } = await compare('collections')
  expect(collections?.today).toBe(1_000_50)
  expect(collections?.times).toEqual([
    { time: '2026-04', now: 70_00, before: 0 },
    { time: '2026-05', now: 0, before: 0 },
    { time: '2026-06', now: 0, before: 0 },
    { time: '2026-07', now: 1_500_50, before: 300_00 },
  ])
  const place = { class: await makeClass(school), session: await currentSession(school) }
  for (const at of ['2026-07-19T20:00:00Z', '2025-07-20T10:00:00Z', '2025-07-20T19:00:00Z']) {
    const { publicId } = await makeAdmission(school, place)
    await execute('UPDATE admissions SET created_at = :at WHERE public_id = :publicId', { at: new Date(at), publicId })
  }
  const july = { time: '2026-07', now: 1, before: 1 }
  expect((await compare('admissions')).admissions?.times.at(-1)).toEqual(july)
  expect(await compare('collections', 'admissions')).toMatchObject({ collections, admissions: { today: 1 } })
  expect(await compare()).toEqual({})
  // The comparison has all twelve months on the last day of a school year, and only the first month on the next day.
  const months = async (today: string, yearStarts: number) => {
    const compared = await compareYears(school.scope, { today, yearStarts, of: ['collections'] })
    const times = compared.collections?.times.map(({ time }) => time) ?? []
    return [times.length, times.at(0), times.at(-1)]
  }
  expect(await months('2026-03-31', 4)).toEqual([12, '2025-04', '2026-03'])
  expect(await months('2026-04-01', 4)).toEqual([1, '2026-04', '2026-04'])
  expect(await months('2026-05-31', 6)).toEqual([12, '2025-06', '2026-05'])
  expect(await months('2026-06-01', 6)).toEqual([1, '2026-06', '2026-06'])
  expect((await findSchoolHome(school.scope, '2026-07-20', null)).since.admissionsWaiting).toBe('2025-07-20')
})

it('groups overdue amounts by the age of the oldest instalment, like the list of defaulters', async () => {
  const school = await makeSchool()
  for (const [dueOn, amountPaise] of [
    ['2026-07-10', 100_00],
    ['2026-06-01', 200_00],
    ['2026-04-01', 400_00],
  ] as const)
    await makeDue(await makeStudent(school), { dueOn, amountPaise })
  await makeDue(await makeStudent(await makeSchool()), { dueOn: '2026-04-01' })
  expect(await overdueByAge(school.scope, '2026-07-20')).toEqual([
    { days: 0, students: 3, paise: 700_00 },
    { days: 30, students: 2, paise: 600_00 },
    { days: 60, students: 1, paise: 400_00 },
    { days: 90, students: 1, paise: 400_00 },
  ])
  const filters = { session: '', class: '', section: '', days: '30' }
  const query = { search: '', filters, sort: 'amount', descending: false, page: 1, sums: ['overduePaise'] } as const
  expect((await listDefaulters(school.scope, query, '2026-07-20')).sums).toEqual({ overduePaise: 600_00 })
})
