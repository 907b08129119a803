import { expect, it } from 'vitest'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { checkFile, importFile, rowsOf } from '../../../../tests/factories/imports'
import { insert } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { checkImport } from './check-import.server'
import { chooseColumns, commitImport } from './imports.server'
import { runImport } from './run-import.server'

/** Asha and Ravi: the enrollment number of each is the G.R. number of the other. */
async function newSchool() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'office' })
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  for (const [firstName, lastName, enrollmentNumber, admissionNumber] of [
    ['Asha', 'Patel', '101', '205'],
    ['Ravi', 'Kumar', '205', '101'],
  ] as const) {
    const student = await makeStudent(school, { firstName, lastName, enrollmentNumber })
    await makeEnrollment(student, { session, section, class: ofClass })
    await insert('academic_infos', {
      student_id: student.id,
      school_id: school.id,
      admission_number: admissionNumber,
      updated_at: new Date(),
    })
  }
  const owners = (table: 'dues' | 'payments' | 'guardian_links' | 'attendance_months') =>
    readRows<{ name: string }>(
      `SELECT s.first_name AS name FROM ${table} t JOIN students s ON s.id = t.student_id WHERE t.school_id = :id ORDER BY t.id`,
      { id: school.id },
    ).then((rows) => rows.map(({ name }) => name))
  return { school, scope, settings: { sessionPublicId: session.publicId }, owners }
}

const question =
  '101 is the enrollment number of Asha Patel and the admission number of Ravi Kumar. Add the student’s name, or the other number'

// The run plans the rows again before it writes them, and must then prefer the same number as the check.
it.each([
  ['GR No', 'Ravi'],
  ['Admission No', 'Ravi'],
  ['Scholar No', 'Ravi'],
  ['Enrollment No', 'Asha'],
])(
  'books dues, payments, guardians and months under %s on %s when two students have the number',
  async (heading, who) => {
    const { scope, settings, owners } = await newSchool()
    const files = [
      ['opening_dues', 'dues', 'Fee,Amount', 'Old balance,4500'],
      ['paid_fees', 'payments', 'Amount,Date,Mode', '1000,15/06/2026,Cash'],
      ['guardians', 'guardian_links', 'Guardian Name,Relation,Mobile', 'Rajesh Mehta,Guardian,9825012345'],
      ['attendance_months', 'attendance_months', 'Month,Days held,Days attended', '06/2026,20,15'],
    ] as const
    for (const [kind, table, headings, cells] of files) {
      const record = await importFile(scope, { kind, ...settings, file: `${heading},${headings}\n101,${cells}\n` })
      expect({ kind, counts: record.counts }).toMatchObject({ kind, counts: { new: 1, rejected: 0 } })
      expect(await owners(table)).toEqual([who])
    }
  },
)

it('refuses a row whose number belongs to two students when neither heading nor name decides', async () => {
  const { scope, settings, owners } = await newSchool()
  const problemsOf = async (file: string, kind: 'opening_dues' | 'paid_fees' | 'guardians') => {
    const record = await importFile(scope, { kind, ...settings, file })
    return (await rowsOf(scope, record)).flatMap(({ problems }) => problems)
  }
  expect(await problemsOf('Student ID,Amount\n101,4500\n', 'opening_dues')).toEqual([['Enrollment number', question]])
  expect(await problemsOf('Student ID,Amount,Date,Mode\n101,1000,15/06/2026,Cash\n', 'paid_fees')).toEqual([
    ['Enrollment number', question],
  ])
  expect(await problemsOf('Student ID,Guardian Name,Mobile\n101,Nita Mehta,9825012345\n', 'guardians')).toEqual([
    ['Enrollment or admission number', question],
  ])
  for (const table of ['dues', 'payments', 'guardian_links'] as const) expect(await owners(table)).toEqual([])
})

it('lets the name of a row decide between two students with its number', async () => {
  const { scope, settings, owners } = await newSchool()
  const file = 'Student ID,Name,Fee,Amount\n101,Kumar Ravi,Bus,4500\n101,Asha Patel,Bus,500\n101,Zubin Irani,Bus,70\n'
  const record = await importFile(scope, { kind: 'opening_dues', ...settings, file })
  expect(record).toMatchObject({ counts: { new: 2, rejected: 1 } })
  expect(await owners('dues')).toEqual(['Ravi', 'Asha'])
  expect((await rowsOf(scope, record)).flatMap(({ problems }) => problems)).toEqual([
    ['Student name', 'The number 101 belongs to Asha Patel and Ravi Kumar, but the file names Zubin Irani'],
  ])
})

it('reads the kind of number from the heading of the column that the user has chosen', async () => {
  const { scope, settings, owners } = await newSchool()
  const file = 'Student ID,GR No,Amount\n101,101,4500\n'
  const record = await checkFile(scope, { kind: 'opening_dues', ...settings, file })
  await chooseColumns(scope, record.publicId, { enrollment_number: 1, amount: 2 })
  await checkImport(scope, record.id)
  await commitImport(scope, record.publicId, { onlyValid: true })
  await runImport(scope, record.id)
  expect(await owners('dues')).toEqual(['Ravi'])
})
