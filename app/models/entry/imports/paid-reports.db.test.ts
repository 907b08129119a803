import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, rowsOf } from '../../../../tests/factories/imports'
import { insert } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'

const openingFile = `GR No,Tuition Fee,Transport Fee,Exam Fee
R1,3000,1000,500
R7,3000,1000,500
`

/** Two students who owe three fees; the second has an admission number that differs from the enrollment number. */
async function newSchool() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'accounts' })
  const { publicId: sessionPublicId } = await currentSession(school)
  await makeStudent(school, { enrollmentNumber: 'R1', firstName: 'Asha', lastName: 'Patel' })
  const { id } = await makeStudent(school, { enrollmentNumber: 'E7', firstName: 'Diya', lastName: 'Shah' })
  await insert('academic_infos', {
    student_id: id,
    school_id: school.id,
    admission_number: 'R7',
    updated_at: new Date(),
  })
  await importFile(scope, { kind: 'opening_dues', sessionPublicId, file: openingFile })
  const payments = () =>
    readRows(
      `SELECT s.enrollment_number AS number, p.method, p.reference, p.amount_paise AS amount,
         DATE_FORMAT(CONVERT_TZ(p.paid_at, '+00:00', '+05:30'), '%Y-%m-%d') AS day
       FROM payments p JOIN students s ON s.id = p.student_id WHERE p.school_id = :id ORDER BY p.id`,
      { id: school.id },
    )
  const paid = () =>
    readRows(
      `SELECT s.enrollment_number AS number, d.name, d.paid_paise AS paid
       FROM dues d JOIN students s ON s.id = d.student_id WHERE d.school_id = :id AND d.paid_paise > 0 ORDER BY d.id`,
      { id: school.id },
    )
  return { scope, settings: { kind: 'paid_fees' as const, sessionPublicId }, payments, paid }
}

const upi = { number: 'E7', method: 'upi', amount: 150_000, day: '2026-06-20' }

// UPI reports as apps and offices write them, without a column for the payment method.
const reports = [
  readFileSync('tests/fixtures/imports/paid-upi-report.csv', 'utf8'),
  'Date & Time,UPI Ref No,Amount (Rs),Payer VPA,G.R. No.\n20-06-2026 02:35 PM,617112345679,"1,500",hansa@okaxis,R7\n',
  'तारीख,यूटीआर (UTR),राशि,जी.आर. नंबर\n20/06/2026,617112345679,१५००,R7\n',
  'તારીખ,UTR નંબર,રકમ,જી.આર. નંબર\n૨૦/૦૬/૨૦૨૬,617112345679,૧૫૦૦,R7\n',
]

it.each(reports)('books the payments of a UPI report: %s', async (file) => {
  const { scope, settings, payments } = await newSchool()
  const record = await importFile(scope, { ...settings, file })
  expect(record).toMatchObject({ state: 'done', counts: { new: 1, rejected: 0 } })
  expect(record.notes).toContain('Method is UPI in all rows, as the headings say. For another one, add a column.')
  expect(await payments()).toEqual([{ ...upi, reference: '617112345679' }])
  expect(await checkFile(scope, { ...settings, file })).toMatchObject({ counts: { new: 0, unchanged: 1 } })
})

it('skips payments that the file’s status column calls failed, pending or refunded', async () => {
  const { scope, settings, payments } = await newSchool()
  const file = `Transaction Date,UTR,Amount,GR No,Status
20/06/2026,617112345601,100,R1,FAILED
20/06/2026,617112345602,200,R1,SUCCESS
20/06/2026,617112345603,300,R1,Pending with bank
20/06/2026,617112345604,400,R1,Refunded
20/06/2026,617112345605,500,R1,
`
  const record = await importFile(scope, { ...settings, file })
  expect(record).toMatchObject({ counts: { new: 2, unchanged: 3, rejected: 0 } })
  expect(record.notes).toContain('Lines skipped because their status says that they are not payments: 3.')
  expect((await rowsOf(scope, record))[0]?.problems).toEqual([
    ['Status', 'The status says that it is not a payment', 'FAILED'],
  ])
  expect(await payments()).toMatchObject([{ amount: 20_000 }, { amount: 50_000 }])
})

it.each([
  'Date,GR No,Amount,UTR/NEFT No\n20/06/2026,R1,100,N617112345601\n',
  'Date,GR No,Amount,Cheque/UTR number\n20/06/2026,R1,100,617112345601\n',
  'Date,GR No,Amount\n20/06/2026,R1,100\n',
])('asks for the method when the headings do not show that all payments are UPI: %s', async (file) => {
  const { scope, settings } = await newSchool()
  expect(await checkFile(scope, { ...settings, file })).toMatchObject({ state: 'columns' })
})

it('books a receipt with a column for each fee as one payment of several dues', async () => {
  const { scope, settings, payments, paid } = await newSchool()
  const file = `Receipt No,Date,GR No,Student Name,Tuition Fee,Transport Fee,Exam Fee,Total,Mode
501,20/06/2026,R1,Asha Patel,3000,400,,3400,Cash
502,21/06/2026,R7,Diya Shah,1000,1200,,2200,Cash
503,21/06/2026,R7,Diya Shah,1000,,-,1000,G-Pay
504,22/06/2026,R7,Diya Shah,500,100,0,700,Cash
505,22/06/2026,R7,Diya Shah,-,0,NIL,0,Cash
`
  const record = await importFile(scope, { ...settings, file })
  expect(record).toMatchObject({ state: 'done', counts: { new: 2, unchanged: 1, rejected: 2 } })
  expect((await rowsOf(scope, record)).flatMap((row) => row.problems)).toEqual([
    ['Amount', 'Transport Fee: This is more than the balance of ₹1,000'],
    ['Total', 'The fees add up to ₹600, but the total is ₹700'],
    ['Fees', 'Nothing was paid'],
  ])
  expect(await payments()).toEqual([
    { number: 'R1', method: 'cash', reference: '501', amount: 340_000, day: '2026-06-20' },
    { number: 'E7', method: 'upi', reference: '503', amount: 100_000, day: '2026-06-21' },
  ])
  // No part of the refused receipt 502 was booked.
  expect(await paid()).toEqual([
    { number: 'R1', name: 'Tuition Fee', paid: 300_000 },
    { number: 'R1', name: 'Transport Fee', paid: 40_000 },
    { number: 'E7', name: 'Tuition Fee', paid: 100_000 },
  ])
  expect(await checkFile(scope, { ...settings, file })).toMatchObject({ counts: { new: 0, unchanged: 3, rejected: 2 } })
})
