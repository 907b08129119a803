import { expect, it } from 'vitest'
import { makeEnrollment } from '../../../tests/factories/academics'
import { insert, unique } from '../../../tests/factories/insert'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { countWaiting, listPayments, listTransfers } from '../ledger/collections.server'
import { newPublicId } from '../shared/public-id.server'
import { findSchoolHome } from './school-home.server'

it('counts nothing in a new school', async () => {
  const school = await makeSchool({ approved: false })
  expect(await findSchoolHome(school.scope, '2026-07-20', null)).toEqual({
    approval: 'waiting',
    staff: 0,
    admissionsWaiting: 0,
    changeRequestsWaiting: 0,
    leaveWaiting: 0,
    transfersWaiting: 0,
    paymentsWithExcess: 0,
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
  })
})

it('counts what waits for a decision, and those who came today: late is present, half a day is half', async () => {
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

it('counts the same excess and transfers as the lists that they lead to', async () => {
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
  // Declared, refused, and begun online: only the first waits for the office.
  for (const [method, state] of [
    ['bank_transfer', 'pending'],
    ['cash', 'cancelled'],
    ['online', 'pending'],
  ] as const)
    await pay(method, state)
  // Kept, on its way back, and not captured yet: only the first waits.
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
