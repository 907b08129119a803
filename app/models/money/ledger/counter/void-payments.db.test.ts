import { expect, it } from 'vitest'
import { countQueries, execute, inTransaction } from '~/database/database.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { moneyOut } from '~/models/people/second-person/money-out.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { entriesOf } from '../../../../../tests/factories/audit'
import { type MadeDue, makeDue } from '../../../../../tests/factories/ledger'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { fineRuleText } from '../fine-rules'
import { lockLedgers } from '../locks.server'
import { recordOfflinePayment } from './record-offline-payment.server'
import { cancelPayment, cancelPaymentsStep } from './void-payment.server'

const today = todayInIndia(new Date())

interface Booking {
  dues?: MadeDue[]
  /** Paise for each due; by default its whole balance. */
  parts?: number[]
  owedPaise?: number
  advancePaise?: number
}

async function book(school: MadeSchool, student: MadeStudent, { dues = [], parts, owedPaise, advancePaise }: Booking) {
  const booked = await recordOfflinePayment(school.scope, {
    dueIds: dues.map(({ publicId }) => publicId),
    ...(dues.length === 0 ? { studentId: student.publicId, seenCreditPaise: 75_00 } : {}),
    advancePaise,
    method: 'cash',
    amountPaise: owedPaise ?? dues.reduce((sum, due) => sum + due.owedPaise, 0),
    parts: parts && new Map(dues.map(({ publicId }, index) => [publicId, parts[index] ?? 0])),
    reference: null,
    remarks: null,
    paidOn: today,
    formKey: newFormKey(),
  })
  if (!booked.ok) throw new Error(booked.reason)
}

/** A school with full, partial and advance payments, fines, several dues at once, and a receipt with a file. */
async function schoolWithPayments() {
  const school = await makeSchool()
  const [first, second] = [await makeStudent(school), await makeStudent(school)]
  for (const student of [first, second]) await makeEnrollment(student)
  const full = await makeDue(first, { title: 'Full', amountPaise: 5000_00 })
  await book(school, first, { dues: [full] })
  const parts = await makeDue(first, { title: 'Parts', amountPaise: 3000_00, concessionPaise: 500_00 })
  await book(school, first, { dues: [parts], parts: [1000_00] })
  await book(school, first, { dues: [parts], parts: [600_00], owedPaise: 1500_00 })
  const late = await makeDue(second, { title: 'Late', amountPaise: 1000_00, dueOn: addDays(today, -10) })
  const rule = { kind: 'per_day', amountPaise: 10_00, graceDays: 2, capPaise: null, slabs: [] } as const
  await execute('UPDATE dues SET fine_rule = :rule WHERE id = :id', { rule: fineRuleText(rule), id: late.id })
  await book(school, second, { dues: [late], owedPaise: 1080_00 })
  const some = [await makeDue(second, { title: 'One' }), await makeDue(second, { title: 'Two', kind: 'hostel' })]
  await book(school, second, { dues: some, parts: [12_500_00, 50_00], advancePaise: 75_00 })
  await book(school, second, { advancePaise: 20_00 })
  const fileId = await inTransaction(() =>
    keepFile(school.scope, {
      key: `receipts/${newFormKey()}.pdf`,
      ...{ fileName: 'receipt.pdf', contentType: 'application/pdf', sizeBytes: 1, visibility: 'school' },
    }),
  )
  await execute('UPDATE receipts SET file_id = :fileId WHERE school_id = :id ORDER BY id LIMIT 1', {
    fileId,
    id: school.id,
  })
  await execute('DELETE FROM jobs WHERE school_id = :id', { id: school.id })
  const payments = await readRows<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM payments WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(payments).toHaveLength(6)
  return { school, students: [first.id, second.id], payments }
}

/** Everything that a reversal writes, without ids and times. */
async function outcomeOf(school: MadeSchool) {
  const values = { id: school.id }
  const nth = (table: string, column: string) =>
    `(SELECT COUNT(*) FROM ${table} x WHERE x.school_id = :id AND x.id <= ${column})`
  const receipts = await readRows<{ view: string }>(
    `SELECT number, view, file_id, cancelled_at IS NOT NULL AS cancelled FROM receipts WHERE school_id = :id ORDER BY id`,
    values,
  )
  return {
    payments: await readRows(
      `SELECT state, failure, method, amount_paise, captured_paise, refunded_paise, link_state
       FROM payments WHERE school_id = :id ORDER BY id`,
      values,
    ),
    lines: await readRows(
      `SELECT ${nth('payments', 'l.payment_id')} AS payment, IF(l.due_id IS NULL, 0, ${nth('dues', 'l.due_id')}) AS due, l.kind, l.state,
         l.is_online, l.amount_paise, l.refund_id, l.settled_at IS NOT NULL AS is_settled, l.cash_closing_id
       FROM payment_lines l WHERE l.school_id = :id ORDER BY l.id`,
      values,
    ),
    dues: await readRows(
      `SELECT title, state, amount_paise, concession_paise, fine_paise, fine_accrued_on, fine_waived_paise, paid_paise
       FROM dues WHERE school_id = :id ORDER BY id`,
      values,
    ),
    receipts: receipts.map(({ view, ...receipt }) => {
      const { number, cancelled, lines, totalPaise } = JSON.parse(view)
      return { ...receipt, view: { number, cancelled, lines, totalPaise } }
    }),
    jobs: await readRows('SELECT kind, class, lane, state FROM jobs WHERE school_id = :id', values),
    audit: (await entriesOf(school, 'payment.cancelled')).map(({ kind, by, details }) => ({ kind, by, details })),
  }
}

const reverseTogether = (school: MadeSchool, students: number[], ids: number[]) =>
  moneyOut(school.scope, { kind: 'import-undo', subject: '', payload: {} }, async () => {
    await lockLedgers(school.scope, students)
    return cancelPaymentsStep(school.scope, ids, 'Wrong file')
  })

it('cancels many payments together with the same result as one by one', async () => {
  const [one, many] = [await schoolWithPayments(), await schoolWithPayments()]
  for (const { publicId } of one.payments)
    expect(await cancelPayment(one.school.scope, { paymentId: publicId, reason: 'Wrong file' })).toEqual({ ok: true })
  const ids = many.payments.map(({ id }) => id)
  expect(await reverseTogether(many.school, many.students, ids)).toEqual({ ok: true })
  const outcome = await outcomeOf(many.school)
  expect(outcome).toEqual(await outcomeOf(one.school))
  expect(outcome.dues).toMatchObject(Array(5).fill({ paid_paise: 0 }))
  expect(outcome.jobs).toMatchObject([{ kind: 'make-receipt' }])
  expect(outcome.receipts).toMatchObject(Array(6).fill({ cancelled: 1, file_id: null, view: { cancelled: true } }))
  expect(outcome.audit).toHaveLength(6)
})

it('cancels none of many payments when one is refused, and needs as many statements for four as for two', async () => {
  const { school, students, payments } = await schoolWithPayments()
  const ids = payments.map(({ id }) => id)
  await execute('UPDATE receipts SET file_id = NULL WHERE school_id = :id', { id: school.id })
  const before = await outcomeOf(school)
  await execute("UPDATE payments SET state = 'bounced' WHERE id = :id", { id: ids[5] ?? 0 })
  expect(await reverseTogether(school, students, ids)).toEqual({ ok: false, reason: 'not-paid' })
  await execute("UPDATE payments SET state = 'paid' WHERE id = :id", { id: ids[5] ?? 0 })
  expect(await outcomeOf(school)).toEqual(before)
  const other = await makeSchool()
  expect(await reverseTogether(other, students, ids)).toEqual({ ok: false, reason: 'not-found' })
  const two = await countQueries(() => reverseTogether(school, students, ids.slice(0, 2)))
  const four = await countQueries(() => reverseTogether(school, students, ids.slice(2)))
  expect(four.count).toBe(two.count)
})
