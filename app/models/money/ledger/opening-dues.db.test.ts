import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { currentSession } from '../../../../tests/factories/academics'
import { makeDue, makeOpeningDue } from '../../../../tests/factories/ledger'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { recordOfflinePayment } from './counter/record-offline-payment.server'
import { cancelPayment } from './counter/void-payment.server'
import { correctOpeningDue, findUntouchedDue, removeOpeningDue } from './opening-dues.server'

async function schoolWithDue() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'accounts' })
  const session = await currentSession(school)
  const student = await makeStudent(school)
  const due = await makeOpeningDue(student, { session, title: 'Last year' })
  const dues = () =>
    readRows(
      `SELECT d.state, d.amount_paise AS paise, d.due_on AS dueOn, (SELECT SUM(p.amount_paise) FROM due_parts p WHERE p.due_id = d.id) + 0 AS parts
       FROM dues d WHERE d.school_id = :id`,
      { id: school.id },
    )
  return { school, scope, session, student, due, dues }
}

it('corrects and removes an opening due without payments', async () => {
  const { school, scope, due, dues } = await schoolWithDue()
  expect(await correctOpeningDue(scope, due.publicId, { amountPaise: 900_00, dueOn: '2026-04-10' })).toEqual({
    ok: true,
  })
  expect(await dues()).toMatchObject([{ state: 'open', paise: 900_00, dueOn: '2026-04-10' }])
  expect(await removeOpeningDue(scope, due.publicId, 'Entered twice')).toEqual({ ok: true })
  expect(await dues()).toEqual([])
  expect(await readRows('SELECT id FROM opening_dues WHERE school_id = :id', { id: school.id })).toEqual([])
  const actions = await readRows<{ action: string }>(
    'SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(actions.map(({ action }) => action)).toEqual(['due.changed', 'due.removed'])
})

it('refuses an opening due with a payment, and a due that is not an opening due', async () => {
  const { scope, session, student, due, dues } = await schoolWithDue()
  const fee = await makeDue(student, { session })
  expect(await removeOpeningDue(scope, fee.publicId, 'Wrong')).toEqual({ ok: false, reason: 'paid' })
  const paid = await recordOfflinePayment(scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: due.amountPaise,
    reference: null,
    remarks: null,
    paidOn: session.startsOn,
    formKey: randomUUID(),
  })
  expect(paid).toMatchObject({ ok: true })
  expect(await findUntouchedDue(scope, due.publicId)).toBeNull()
  expect(await correctOpeningDue(scope, due.publicId, { amountPaise: 1, dueOn: '2026-04-10' })).toEqual({
    ok: false,
    reason: 'paid',
  })
  // After the payment is cancelled, the due can be removed: it becomes `cancelled` instead of being deleted, because
  // the cancelled receipt names it.
  const [payment] = await readRows<{ id: string }>('SELECT public_id AS id FROM payments WHERE student_id = :id', {
    id: student.id,
  })
  expect(await cancelPayment(scope, { paymentId: payment?.id ?? '', reason: 'Wrong child' })).toMatchObject({
    ok: true,
  })
  expect(await removeOpeningDue(scope, due.publicId, 'Wrong child')).toEqual({ ok: true })
  expect((await dues()).map((row) => (row as { state: string }).state).sort()).toEqual(['cancelled', 'open'])
})
