import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { bounceCheque, cancelPayment } from '~/models/money/ledger/counter/void-payment.server'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { commitImport } from './imports.server'
import { listRejected } from './queries.server'
import { runImport } from './run-import.server'

async function newSchool() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'accounts' })
  const session = await currentSession(school)
  for (const enrollmentNumber of ['1', '2']) await makeStudent(school, { enrollmentNumber })
  return { school, scope, session }
}

const dues = (schoolId: number) =>
  readRows<{ number: string; name: string; title: string; amount: number; paid: number; lines: number }>(
    `SELECT s.enrollment_number AS number, d.name, d.title, d.amount_paise AS amount, d.paid_paise AS paid,
       (SELECT CAST(COALESCE(SUM(l.amount_paise), 0) AS SIGNED) FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'settled') AS \`lines\`
     FROM dues d JOIN students s ON s.id = d.student_id WHERE d.school_id = :schoolId ORDER BY d.id`,
    { schoolId },
  )

const opening = `GR No;Fee;Term;Due Date;Amount
1;Tuition 2025-26;Term 1;10-Jun-25;₹ 4,500
1;Tuition 2025-26;Term 2;10-Dec-2025;Rs. 4500/-
2;;;;1200.50
9;;;;100
2;;;;99
`

it('imports opening dues once, although the file is imported twice', async () => {
  const { school, scope, session } = await newSchool()
  const settings = { kind: 'opening_dues' as const, file: opening, sessionPublicId: session.publicId }
  const record = await importFile(scope, settings)
  expect(record).toMatchObject({ state: 'done', counts: { new: 3, rejected: 2 } })
  expect((await rowsOf(scope, record)).flatMap((row) => row.problems)).toEqual([
    ['Enrollment number', 'No student has this enrollment number'],
    ['Title', 'Line 4 has the same due for the same student'],
  ])
  const before = await dues(school.id)
  expect(before).toMatchObject([
    { number: '1', name: 'Tuition 2025-26', title: 'Term 1', amount: 450_000 },
    { number: '1', title: 'Term 2', amount: 450_000 },
    { number: '2', name: 'Opening dues', amount: 120_050 },
  ])
  expect(await importFile(scope, settings)).toMatchObject({ state: 'checked', counts: { new: 0, unchanged: 3 } })
  expect(await dues(school.id)).toEqual(before)
})

it('lets an import change a due whose only payment has failed', async () => {
  const { school, scope, session } = await newSchool()
  await importFile(scope, { kind: 'opening_dues', file: opening, sessionPublicId: session.publicId })
  const file = 'Student ID,Fee,Term,Amount,Date,Mode\n1,Tuition 2025-26,Term 1,1000,15/06/2025,Cash\n'
  await importFile(scope, { kind: 'paid_fees', file, sessionPublicId: session.publicId })
  const changed = {
    kind: 'opening_dues' as const,
    file: opening.replace('₹ 4,500', '₹ 5,000'),
    sessionPublicId: session.publicId,
  }
  expect(await checkFile(scope, changed)).toMatchObject({ counts: { changed: 0, rejected: 3 } })
  await execute("UPDATE payment_lines SET state = 'void' WHERE school_id = :id", { id: school.id })
  await execute('UPDATE dues SET paid_paise = 0 WHERE school_id = :id', { id: school.id })
  expect(await checkFile(scope, changed)).toMatchObject({ counts: { changed: 1, rejected: 2 } })
})

it('reads a due date with a two-digit year as a future day', async () => {
  const { school, scope, session } = await newSchool()
  const file = 'GR No,Fee,Due Date,Amount\n1,Hostel,21/4/27,100\n'
  await importFile(scope, { kind: 'opening_dues', file, sessionPublicId: session.publicId })
  expect(await readRows('SELECT due_on AS dueOn FROM dues WHERE school_id = :id', { id: school.id })).toEqual([
    { dueOn: '2027-04-21' },
  ])
})

const paid = `Student ID,Fee,Installment,Amount,Date,Mode,Cheque No
1,tuition 2025-26,TERM 1,4500,15/06/2025,Cash,
1,,,2000,16/06/2025,GPay,UTR 55
2,,,1200.50,2025-06-17,NEFT,88
2,,,1,2025-06-17,NEFT,89
1,Bus,,10,2025-06-17,cash,
1,,,10,2045-06-17,barter,
`

it('books past fee payments once, with consecutive receipt numbers', async () => {
  const { school, scope, session } = await newSchool()
  await importFile(scope, { kind: 'opening_dues', file: opening, sessionPublicId: session.publicId })
  const settings = { kind: 'paid_fees' as const, file: paid, sessionPublicId: session.publicId }
  const record = await importFile(scope, settings)
  expect(record).toMatchObject({ state: 'done', counts: { new: 3, rejected: 3 } })
  expect((await rowsOf(scope, record)).flatMap((row) => row.problems)).toEqual([
    ['Amount', 'This is already paid'],
    ['Fee', 'The student has no due with this name'],
    ['Paid on', 'The date cannot be in the future', expect.any(String)],
    // Compares only the beginning of the list, because payment methods that are added later come last.
    [
      'Method',
      expect.stringMatching(/^Write one of: Cash, Cheque, UPI, Bank transfer, Demand draft, Card machine/),
      'barter',
    ],
  ])
  for (const due of await dues(school.id)) expect(due.lines).toBe(due.paid)
  expect((await dues(school.id)).map((due) => due.paid)).toEqual([450_000, 200_000, 120_050])
  const receipts = await readRows<{ number: number; view: string }>(
    'SELECT number, view FROM receipts WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(receipts.map((row) => row.number)).toEqual([1, 2, 3])
  expect(JSON.parse(receipts[0]?.view ?? '')).toMatchObject({
    totalPaise: 450_000,
    method: 'cash',
    lines: [{ title: 'Term 1', amountPaise: 450_000 }],
  })
  expect(await importFile(scope, settings)).toMatchObject({ state: 'checked', counts: { new: 0, unchanged: 3 } })
  expect(await readRows('SELECT id FROM payments WHERE school_id = :id', { id: school.id })).toHaveLength(3)
  expect(await readRows('SELECT id FROM outgoing_mail WHERE school_id = :id', { id: school.id })).toHaveLength(0)
})

it('imports two equal payments of one day as two, and refuses a reference that another payment has', async () => {
  const { scope, session } = await newSchool()
  await importFile(scope, { kind: 'opening_dues', file: opening, sessionPublicId: session.publicId })
  const twice =
    'Student ID,Amount,Date,Mode,Ref\n1,100,15/06/2025,Cash,\n1,100,15/06/2025,Cash,\n1,50,15/06/2025,UPI,U1\n'
  const settings = { kind: 'paid_fees' as const, file: twice, sessionPublicId: session.publicId }
  expect(await importFile(scope, settings)).toMatchObject({ counts: { new: 3 } })
  expect(await checkFile(scope, settings)).toMatchObject({ counts: { unchanged: 3 } })
  const other = await checkFile(scope, {
    ...settings,
    file: 'Student ID,Amount,Date,Mode,Ref\n1,60,15/06/2025,UPI,U1\n',
  })
  expect((await rowsOf(scope, other)).flatMap((row) => row.problems)).toEqual([
    ['Reference', 'A payment with this reference is already recorded'],
  ])
})

it('imports equal payments of one day for different instalments as two, also from separate files', async () => {
  const { school, scope, session } = await newSchool()
  await importFile(scope, { kind: 'opening_dues', file: opening, sessionPublicId: session.publicId })
  const settings = { kind: 'paid_fees' as const, sessionPublicId: session.publicId }
  const sheet = (term: string) =>
    `Student ID,Fee,Term,Amount,Date,Mode\n1,Tuition 2025-26,${term},1000,15/06/2025,Cash\n`
  for (const term of ['Term 1', 'Term 2'])
    expect(await importFile(scope, { ...settings, file: sheet(term) })).toMatchObject({ counts: { new: 1 } })
  expect((await dues(school.id)).map((due) => due.paid)).toEqual([100_000, 100_000, 0])
  for (const term of ['TERM-1', 'term 2'])
    expect(await checkFile(scope, { ...settings, file: sheet(term) })).toMatchObject({
      counts: { new: 0, unchanged: 1 },
    })
})

it('imports a reversed payment again, once for each reversal', async () => {
  const { school, scope, session } = await newSchool()
  await importFile(scope, { kind: 'opening_dues', file: opening, sessionPublicId: session.publicId })
  const file =
    'Student ID,Amount,Date,Mode,Ref\n1,100,15/06/2025,Cash,\n1,100,15/06/2025,Cash,\n1,50,16/06/2025,Cheque,C1\n'
  const settings = { kind: 'paid_fees' as const, file, sessionPublicId: session.publicId }
  const paymentsIn = (state: string) =>
    readRows<{ publicId: string; method: string }>(
      'SELECT public_id AS publicId, method FROM payments WHERE school_id = :id AND state = :state ORDER BY id',
      { id: school.id, state },
    )
  expect(await importFile(scope, settings)).toMatchObject({ counts: { new: 3 } })
  for (const again of [1, 2]) {
    const paid = await paymentsIn('paid')
    const idOf = (method: string) => paid.find((one) => one.method === method)?.publicId ?? ''
    expect(await cancelPayment(scope, { paymentId: idOf('cash'), reason: 'Mistaken' })).toMatchObject({ ok: true })
    expect(await bounceCheque(scope, { paymentId: idOf('cheque'), reason: 'No funds' })).toMatchObject({ ok: true })
    expect((await dues(school.id))[0]?.paid).toBe(10_000)
    expect(await importFile(scope, settings)).toMatchObject({ state: 'done', counts: { new: 2, unchanged: 1 } })
    expect(await importFile(scope, settings)).toMatchObject({ state: 'checked', counts: { new: 0, unchanged: 3 } })
    expect(await paymentsIn('paid')).toHaveLength(3)
    expect(await paymentsIn('cancelled')).toHaveLength(again)
    expect((await dues(school.id))[0]?.paid).toBe(25_000)
  }
})

it('returns a row in the file’s own words when it has become invalid since the check', async () => {
  const { scope, session } = await newSchool()
  await importFile(scope, { kind: 'opening_dues', file: opening, sessionPublicId: session.publicId })
  const paidOn = (day: string) =>
    `Student ID,Fee,Term,Amount,Date,Mode\n1,Tuition 2025-26,Term 1,"4,500",${day},By cash\n`
  const settings = { kind: 'paid_fees' as const, sessionPublicId: session.publicId }
  const late = await checkFile(scope, { ...settings, file: paidOn('16/06/2025') })
  expect(late).toMatchObject({ counts: { new: 1, rejected: 0 } })
  await importFile(scope, { ...settings, file: paidOn('15/06/2025') })
  expect(await commitImport(scope, late.publicId, { onlyValid: true })).toMatchObject({ ok: true })
  await runImport(scope, late.id)
  const { rows } = await listRejected(scope, await recordOf(scope, late.publicId), { page: 1, pageSize: 10 })
  expect(rows.map(({ texts }) => texts)).toMatchObject([{ amount: '4,500', paid_on: '16/06/2025', method: 'By cash' }])
})

it('imports teachers, and changes only values that differ', async () => {
  const { school, scope } = await newSchool()
  const file =
    'Emp No,Teacher Name,Mobile,E-mail,Qualification,DOJ\nT1,Mrs. Kavita Ben Rao,98250 12345,kavita@x.test,"M.Sc., B.Ed.",15/06/2018\nT2,Meena Nair,,nair,,\nT1,A B,,,,\n'
  const record = await importFile(scope, { kind: 'teachers', file })
  expect(record).toMatchObject({ state: 'done', counts: { new: 1, rejected: 2 } })
  expect(
    await readRows('SELECT first_name, last_name, mobile_number, joined_on FROM teachers WHERE school_id = :id', {
      id: school.id,
    }),
  ).toEqual([{ first_name: 'Kavita Ben', last_name: 'Rao', mobile_number: '9825012345', joined_on: '2018-06-15' }])
  const changed = await importFile(scope, { kind: 'teachers', file: 'Employee number,Mobile\nt1,9825099999\n' })
  expect(changed).toMatchObject({ counts: { changed: 1 } })
  expect((await rowsOf(scope, changed))[0]?.changes).toEqual(['Mobile number'])
})

it('audits an import under the name of the person who started it', async () => {
  const { school, scope } = await newSchool()
  await importFile(scope, { kind: 'teachers', file: 'Employee number,Full name\nT1,Asha Rao\n' })
  const entries = await readRows<{ action: string; name: string }>(
    "SELECT action, actor_name AS name FROM audit_entries WHERE school_id = :id AND subject_kind = 'import' ORDER BY id",
    { id: school.id },
  )
  expect(entries.map((entry) => entry.action)).toEqual(['import.started', 'import.finished'])
  expect(entries.every((entry) => entry.name === scope.actor.name)).toBe(true)
})

it('counts the late fine of a past payment up to the day of payment', async () => {
  const { school, scope, session } = await newSchool()
  const opened = { kind: 'opening_dues' as const, file: opening, sessionPublicId: session.publicId }
  await importFile(scope, opened)
  // ₹10 a day from the first day; term 1 was due on 10 June 2025, term 2 on 10 December 2025.
  await execute(`UPDATE dues SET fine_rule = 'per_day|1000|0||', created_at = '2025-04-01' WHERE school_id = :id`, {
    id: school.id,
  })
  const file = `GR No,Fee,Term,Amount,Date,Mode
1,Tuition 2025-26,Term 1,4550,15/06/2025,Cash
1,Tuition 2025-26,Term 2,1000,20/12/2025,Cash
1,Tuition 2025-26,Term 2,3700,30/12/2025,Cash
1,Tuition 2025-26,Term 2,1,31/12/2025,Cash
`
  const record = await importFile(scope, { kind: 'paid_fees', file, sessionPublicId: session.publicId })
  expect(record.counts).toMatchObject({ new: 3, rejected: 1 })
  expect((await rowsOf(scope, record)).flatMap((row) => row.problems)).toEqual([['Amount', 'This is already paid']])
  expect(
    await readRows(
      'SELECT title, fine_paise AS fine, paid_paise AS paid FROM dues WHERE school_id = :id AND name = :name ORDER BY id',
      { id: school.id, name: 'Tuition 2025-26' },
    ),
  ).toEqual([
    { title: 'Term 1', fine: 50_00, paid: 4550_00 },
    { title: 'Term 2', fine: 200_00, paid: 4700_00 },
  ])
  const again = await checkFile(scope, { kind: 'paid_fees', file, sessionPublicId: session.publicId })
  expect(again.counts).toMatchObject({ new: 0, unchanged: 3, rejected: 1 })
})
