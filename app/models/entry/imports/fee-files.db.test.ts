import { expect, it } from 'vitest'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { checkImport } from './check-import.server'
import { chooseColumns } from './imports.server'
import { listRejected } from './queries.server'

async function newSchool() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'accounts' })
  const { publicId: sessionPublicId } = await currentSession(school)
  await makeStudent(school, { enrollmentNumber: 'R1', firstName: 'Asha', lastName: 'Patel' })
  await makeStudent(school, { enrollmentNumber: 'R2', firstName: 'Diya', lastName: 'Shah' })
  const dues = () =>
    readRows(
      `SELECT s.enrollment_number AS number, d.name, d.title, d.amount_paise AS amount, d.paid_paise AS paid
       FROM dues d JOIN students s ON s.id = d.student_id WHERE d.school_id = :id ORDER BY d.id`,
      { id: school.id },
    )
  return { scope, sessionPublicId, dues }
}

it('reads "Name" in a list of dues as the student’s name, and refuses a row that names another student', async () => {
  const { scope, sessionPublicId, dues } = await newSchool()
  const file = 'GR No,Name,Std,Pending\nR1,Patel Asha,VI,4500\nR2,Asha Patel,V,3200\n'
  const record = await importFile(scope, { kind: 'opening_dues', file, sessionPublicId })
  expect(record).toMatchObject({ state: 'done', counts: { new: 1, rejected: 1 } })
  expect((await rowsOf(scope, record)).flatMap((row) => row.problems)).toEqual([
    ['Student name', 'The number R2 belongs to Diya Shah, but the file names Asha Patel'],
  ])
  expect(await dues()).toMatchObject([{ number: 'R1', name: 'Opening dues', amount: 450_000 }])
})

it('raises a due for each fee column of a row, and checks the row’s total', async () => {
  const { scope, sessionPublicId, dues } = await newSchool()
  const file = (total: string) =>
    `GR No,Student Name,Tuition Fee,Transport Fee,Exam Fee,Total\nR1,Asha Patel,3000,1000,500,4500\nR2,Diya Shah,3000,,500,${total}\n`
  const settings = { kind: 'opening_dues' as const, sessionPublicId }
  const record = await importFile(scope, { ...settings, file: file('3500') })
  expect(record).toMatchObject({ state: 'done', counts: { new: 2, rejected: 0 } })
  expect(await dues()).toMatchObject([
    { number: 'R1', name: 'Tuition Fee', amount: 300_000 },
    { number: 'R1', name: 'Transport Fee', amount: 100_000 },
    { number: 'R1', name: 'Exam Fee', amount: 50_000 },
    { number: 'R2', name: 'Tuition Fee', amount: 300_000 },
    { number: 'R2', name: 'Exam Fee', amount: 50_000 },
  ])
  expect(await checkFile(scope, { ...settings, file: file('3500') })).toMatchObject({ counts: { unchanged: 2 } })
  const other = await newSchool()
  const more = Array.from({ length: 9 }, () => 'R9,,100,,,100\n').join('')
  const wrong = await checkFile(other.scope, {
    ...settings,
    sessionPublicId: other.sessionPublicId,
    file: file('3700') + more,
  })
  expect((await rowsOf(other.scope, wrong)).flatMap((row) => row.problems)).toContainEqual([
    'Total',
    'The fees add up to ₹3,500, but the total is ₹3,700',
  ])
  const rejected = await listRejected(other.scope, wrong, { page: 1, pageSize: 10 })
  expect(Object.values(rejected.rows[0]?.texts ?? {})).toEqual(expect.arrayContaining(['R2', '3000', '500', '3700']))
})

it('books a payment on the fee that the file names, and asks whether an unknown column has fee names', async () => {
  const { scope, sessionPublicId, dues } = await newSchool()
  const opening = 'GR No,Fee,Due Date,Amount\nR1,Transport,10/04/2026,1000\nR1,Tuition,15/06/2026,1500\n'
  await importFile(scope, { kind: 'opening_dues', file: opening, sessionPublicId })
  const file = (heading: string) =>
    `Receipt No,Date,GR No,Student Name,${heading},Amount,Mode\n501,20/06/2026,R1,Asha Patel,Tuition,1000,Cash\n`
  const unclear = await checkFile(scope, { kind: 'paid_fees', file: file('Nature'), sessionPublicId })
  expect(unclear).toMatchObject({ state: 'columns', chosen: { amount: 5 } })
  expect(unclear.columns[4]?.reading).toEqual({ confidence: 'unsure', keys: ['name'], doubt: 'names-of-dues' })
  await chooseColumns(scope, unclear.publicId, { ...unclear.chosen, name: 4 })
  await checkImport(scope, unclear.id)
  expect(await recordOf(scope, unclear.publicId)).toMatchObject({ state: 'checked', counts: { new: 1 } })
  await importFile(scope, { kind: 'paid_fees', file: file('Fee Head'), sessionPublicId })
  expect(await dues()).toMatchObject([
    { name: 'Transport', paid: 0 },
    { name: 'Tuition', paid: 100_000 },
  ])
})

it('subtracts the paid column from the fees once the user confirms it, and reads headings in two lines', async () => {
  const { scope, sessionPublicId, dues } = await newSchool()
  const settings = { kind: 'opening_dues' as const, sessionPublicId }
  const unclear = await checkFile(scope, { ...settings, file: 'GR No,Fees,Paid\nR1,9000,4500\nR2,8000,8000\n' })
  expect(unclear).toMatchObject({ state: 'columns', chosen: { enrollment_number: 0 } })
  expect(unclear.columns.map(({ reading }) => reading?.keys)).toEqual([
    ['enrollment_number'],
    ['amount'],
    ['less', 'amount'],
  ])
  await chooseColumns(scope, unclear.publicId, { ...unclear.chosen, amount: 1, less: 2 })
  await checkImport(scope, unclear.id)
  const record = await recordOf(scope, unclear.publicId)
  expect(record).toMatchObject({ state: 'checked', counts: { new: 1, unchanged: 1 } })
  expect(record.totals[0]?.sum).toEqual([1, 450_000])
  const lines = 'GR No,Name,Pending,,\n,,Tuition,Transport,Total\nR1,Asha Patel,3000,500,3500\n'
  expect(await importFile(scope, { ...settings, file: lines })).toMatchObject({ counts: { new: 1, rejected: 0 } })
  expect(await dues()).toMatchObject([
    { number: 'R1', name: 'Tuition', amount: 300_000 },
    { number: 'R1', name: 'Transport', amount: 50_000 },
  ])
})

it('decides the decimal mark once for the fee columns of a sheet and their total', async () => {
  const { scope, sessionPublicId, dues } = await newSchool()
  const settings = { kind: 'opening_dues' as const, sessionPublicId }
  const headings = 'GR No;Student Name;Tuition Fee;Transport Fee;Total\n'
  const file = `${headings}R1;Asha Patel;1.234,50;450;1.684,50\nR2;Diya Shah;3.000;500,25;3.500,25\n`
  expect(await importFile(scope, { ...settings, file })).toMatchObject({
    state: 'done',
    counts: { new: 2, rejected: 0 },
  })
  expect(await dues()).toMatchObject([
    { number: 'R1', name: 'Tuition Fee', amount: 123_450 },
    { number: 'R1', name: 'Transport Fee', amount: 45_000 },
    { number: 'R2', name: 'Tuition Fee', amount: 300_000 },
    { number: 'R2', name: 'Transport Fee', amount: 50_025 },
  ])
  const unclear = `${headings}R1;Asha Patel;12,50;450;462,50\n`
  expect(await checkFile(scope, { ...settings, file: unclear })).toMatchObject({
    state: 'columns',
    questions: [{ id: 'decimal:fees', answer: null }],
  })
  const mixed = `${headings}R1;Asha Patel;1.234,50;450.5;1685\n`
  expect(await checkFile(scope, { ...settings, file: mixed })).toMatchObject({
    state: 'columns',
    contradictions: [{ column: 'fees' }],
  })
})

it('lists and counts a row of fees on the credit side as one credit with its sum', async () => {
  const { scope, sessionPublicId, dues } = await newSchool()
  const file =
    'GR No,Name,Tuition Fee,Bus Fee,Total,Dr/Cr\nR1,Asha Patel,3000,1500,4500,Dr\nR2,Diya Shah,1200,300,1500,Cr\n'
  const record = await importFile(scope, { kind: 'opening_dues', file, sessionPublicId })
  expect(record).toMatchObject({ state: 'done', counts: { new: 1, unchanged: 1, rejected: 0 } })
  expect(record.notes).toContain('Credits (Cr), which are not imported: 1, in all ₹1,500.')
  expect((await rowsOf(scope, record)).flatMap(({ problems }) => problems)).toEqual([
    ['Amount', 'Credit of ₹1,500: money that the school holds for the student is not imported'],
  ])
  expect(await dues()).toMatchObject([{ number: 'R1' }, { number: 'R1' }])
})

it('asks which side of a cash book with a column for each fee has the payments', async () => {
  const { scope, sessionPublicId, dues } = await newSchool()
  const settings = { sessionPublicId }
  await importFile(scope, {
    kind: 'opening_dues',
    file: 'GR No,Tuition Fee,Bus Fee\nR1,3000,1500\nR2,3000,1500\n',
    ...settings,
  })
  const file =
    'Date,GR No,Name,Tuition Fee,Bus Fee,Total,Mode,Dr/Cr\n20/06/2026,R1,Asha Patel,1000,500,1500,Cash,Dr\n21/06/2026,R2,Diya Shah,700,,700,Cash,Cr\n'
  const asked = await checkFile(scope, { kind: 'paid_fees', file, ...settings })
  expect(asked).toMatchObject({ state: 'columns', questions: [{ id: 'side:fees', answer: null }] })
  await chooseColumns(scope, asked.publicId, asked.chosen ?? {}, { answers: { 'side:fees': 'dr' } })
  await checkImport(scope, asked.id)
  const record = await recordOf(scope, asked.publicId)
  expect(record).toMatchObject({ state: 'checked', counts: { new: 1, unchanged: 1, rejected: 0 } })
  expect(record.notes).toContain('Lines of the other side of the account, which are not imported: 1.')
  expect(await dues()).toHaveLength(4)
})
