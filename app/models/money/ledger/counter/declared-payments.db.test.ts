import { expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { notificationsOf } from '../../../../../tests/factories/hostel-decisions'
import { makeDue } from '../../../../../tests/factories/ledger'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { confirmTransfer, declareTransfer, refuseTransfer, withdrawDeclared } from './declared-payments.server'

async function makeDeclared() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const due = await makeDue(student)
  const declare = async () => {
    const declared = await declareTransfer(student.scope, {
      dueIds: [due.publicId],
      method: 'cash',
      reference: null,
      formKey: newFormKey(),
    })
    if (!declared.ok) throw new Error(declared.reason)
    return declared.value.paymentId
  }
  return { school, student, declare, paymentId: await declare() }
}

const paidOn = todayInIndia(new Date())

it('lets only its own student withdraw a declared payment, once, and audits it', async () => {
  const { school, student, declare, paymentId } = await makeDeclared()
  const other = await makeStudent(school)
  expect(await withdrawDeclared(other.scope, paymentId)).toEqual({ ok: false, reason: 'not-found' })
  const outcomes = await Promise.all([1, 2, 3].map(() => withdrawDeclared(student.scope, paymentId)))
  expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
  expect(await confirmTransfer(school.scope, { paymentId, paidOn })).toEqual({ ok: false, reason: 'not-waiting' })
  const log = await readRows<{ actor: string; action: string }>(
    `SELECT actor_kind AS actor, action FROM audit_entries WHERE school_id = :id AND action LIKE 'transfer.%'`,
    { id: school.id },
  )
  expect(log).toEqual([{ actor: 'student', action: 'transfer.taken-back' }])
  // The student can declare the dues again, and cannot withdraw a payment that the school has confirmed.
  const again = await declare()
  expect((await confirmTransfer(school.scope, { paymentId: again, paidOn })).ok).toBe(true)
  expect(await withdrawDeclared(student.scope, again)).toEqual({ ok: false, reason: 'not-waiting' })
})

it('notifies the student of a refusal with the reason, by notice and mail', async () => {
  const { school, student, paymentId } = await makeDeclared()
  expect((await refuseTransfer(school.scope, { paymentId, reason: 'Not on the statement' })).ok).toBe(true)
  expect((await refuseTransfer(school.scope, { paymentId, reason: 'Not on the statement' })).ok).toBe(false)
  const { notices, mails } = await notificationsOf({ ...student, schoolId: school.id })
  expect(notices).toMatchObject([
    { title: 'The school has not received your payment', body: expect.stringContaining('Not on the statement') },
  ])
  expect(mails).toMatchObject([{ text: expect.stringContaining('Not on the statement') }])
})
