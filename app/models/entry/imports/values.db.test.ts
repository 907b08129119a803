import { expect, it } from 'vitest'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'

async function newSchool() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'accounts' })
  const session = await currentSession(school)
  for (const enrollmentNumber of ['R1', 'R2', 'R3']) await makeStudent(school, { enrollmentNumber })
  return { school, scope, session }
}

it('skips students who owe nothing, and lists students with a credit and the sum of credits', async () => {
  const { school, scope, session } = await newSchool()
  const file = `GR No,Fee,Amount
R1,Tuition,"4,500.00 Dr"
R2,Tuition,"1,200.00 Cr"
R3,Tuition,NIL
R1,Bus,-
R2,Bus,0
R3,Bus,
R3,Exam,799.9999999999999
R1,Exam,-500
`
  const settings = { kind: 'opening_dues' as const, file, sessionPublicId: session.publicId }
  const record = await importFile(scope, settings)
  expect(record).toMatchObject({ state: 'done', counts: { new: 2, unchanged: 5, rejected: 1 } })
  expect(record.notes).toEqual([
    'Rows that owe nothing and are skipped: 4.',
    'Credits (Cr), which are not imported: 1, in all ₹1,200.',
  ])
  expect((await rowsOf(scope, record)).flatMap((row) => row.problems.map(([, message]) => message))).toEqual([
    'Credit of ₹1,200: money that the school holds for the student is not imported',
    'Owes nothing',
    'Owes nothing',
    'Owes nothing',
    'Owes nothing',
    'This amount is negative. Write what the student owes, without a minus',
  ])
  const amounts = () =>
    readRows<{ amount: number }>('SELECT amount_paise AS amount FROM dues WHERE school_id = :id ORDER BY id', {
      id: school.id,
    })
  expect((await amounts()).map((due) => due.amount)).toEqual([450_000, 80_000])
  const paidSince = await importFile(scope, { ...settings, file: 'GR No,Fee,Amount\nR1,Tuition,NIL\n' })
  expect((await rowsOf(scope, paidSince))[0]?.problems).toEqual([
    ['Amount', 'Owes nothing. The recorded due of ₹4,500 stays'],
  ])
  expect(await amounts()).toHaveLength(2)
})

it('reads an office’s words for payment methods, with the cheque number', async () => {
  const { school, scope, session } = await newSchool()
  const settings = { sessionPublicId: session.publicId }
  await importFile(scope, { ...settings, kind: 'opening_dues', file: 'GR No,Amount\nR1,10000\n' })
  const modes = ['G-Pay', 'Cheque No 123456', 'NEFT/RTGS', 'PhonePe-UPI', 'By Cash', 'CHQ.', 'Swipe Machine', 'QR Code']
  const file = `Receipt No,Date,GR No,Amount,Mode\n${modes.map((mode, index) => `${601 + index},20/06/2025,R1,${100 + index},${mode}`).join('\n')}\n700,20/06/2025,R1,100,Adjusted\n`
  const record = await importFile(scope, { ...settings, kind: 'paid_fees', file })
  expect(record).toMatchObject({ counts: { new: 8, rejected: 1 } })
  expect(
    await readRows('SELECT method, reference, remarks FROM payments WHERE school_id = :id ORDER BY id', {
      id: school.id,
    }),
  ).toEqual([
    { method: 'upi', reference: '601', remarks: null },
    { method: 'cheque', reference: '123456', remarks: 'Old number 602' },
    { method: 'bank_transfer', reference: '603', remarks: null },
    { method: 'upi', reference: '604', remarks: null },
    { method: 'cash', reference: '605', remarks: null },
    { method: 'cheque', reference: '606', remarks: null },
    { method: 'card', reference: '607', remarks: null },
    { method: 'upi', reference: '608', remarks: null },
  ])
  expect(await checkFile(scope, { ...settings, kind: 'paid_fees', file })).toMatchObject({ counts: { unchanged: 8 } })
})

it('keeps the last name empty for a student with a single name when the import runs', async () => {
  const { school, scope, session } = await newSchool()
  const file = `GR No,Name,One name only,Gender,DOB,Category,Father,Mother,Mobile,Address,Std,Div
S1,Savita,Yes,F,14/06/2015,General,Rajesh,Hansa,9825041051,7 Shanti Nagar,6,A
S2,Asha Patel,No,F,15/06/2015,General,Rajesh Patel,Hansa Patel,9825041052,7 Shanti Nagar,6,A
`
  const record = await importFile(scope, { sessionPublicId: session.publicId, file }, { onlyValid: false })
  expect(record).toMatchObject({ state: 'done', counts: { new: 2, rejected: 0 } })
  expect(
    await readRows(
      "SELECT first_name AS first, last_name AS last FROM students WHERE school_id = :id AND enrollment_number LIKE 'S%' ORDER BY id",
      { id: school.id },
    ),
  ).toEqual([
    { first: 'Savita', last: '' },
    { first: 'Asha', last: 'Patel' },
  ])
})

it('refuses a teacher whose number differs from a known one only in leading zeros, and removes titles from names', async () => {
  const { school, scope } = await newSchool()
  const file = `Employee ID,Name,Mobile
007,Mr.Veda Jani,9825041031
7,Zeel Amin,9825041032
8,(Dr.) Asha Shah,079-26301234
9,Prof. Dr. Mira Rao,9825041034
10,"Joshi, Meena",9825041035
`
  const record = await importFile(scope, { kind: 'teachers', file })
  expect(record).toMatchObject({ counts: { new: 2, rejected: 3 } })
  expect(
    (await rowsOf(scope, record)).flatMap((row) => row.problems.map(([column, message]) => `${column}: ${message}`)),
  ).toEqual([
    'Employee number: This looks like the number in line 2. Enter the number exactly as recorded; for another teacher, a different one',
    'Mobile number: This is a landline. Enter a mobile number of 10 digits',
    'First name: Write the name without a comma, with the first name first',
  ])
  expect(
    await readRows(
      'SELECT employee_number AS number, first_name AS name FROM teachers WHERE school_id = :id ORDER BY id',
      { id: school.id },
    ),
  ).toEqual([
    { number: '007', name: 'Veda' },
    { number: '9', name: 'Mira' },
  ])
  const again = await checkFile(scope, { kind: 'teachers', file: 'Employee ID,Name\n0009,Nila Dave\n' })
  expect((await rowsOf(scope, again))[0]?.problems[0]?.[1]).toContain('This looks like 9 of Mira Rao')
})
