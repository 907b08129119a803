import { expect, it } from 'vitest'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { allRight, checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import type { DoubtAnswers } from './doubts'
import type { ImportRecord } from './import-record.server'
import { commitImport } from './imports.server'
import { listImportRows, listRejected, sampleOfRows } from './queries.server'
import { runImport } from './run-import.server'

async function newSchool() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  return { school, scope, session: await currentSession(school) }
}

/** Values shown for each row, as `label: value | text of the file | value before`. */
async function shownRows(scope: SchoolScope, record: ImportRecord) {
  return (await rowsOf(scope, record)).map(({ shown }) =>
    shown.map(([label, text, ...beside]) => [`${label}: ${text}`, ...beside.map((one) => one ?? '-')].join(' | ')),
  )
}

const heading = 'GR No,Full name,Gender,DOB,Category,Father,Mother,Mobile,Address,Std'
const student = (number: string, born: string, std: string, mobile = '+91 98250-12345') =>
  `${number},Asha Patel,F,${born},General,Rajesh,Hansa,${mobile},Ahmedabad,${std}`

it('shows the stored value of new students beside the text of the file, with counts by section', async () => {
  const { scope, session } = await newSchool()
  const record = await checkFile(scope, {
    file: `${heading}\n${student('S1', '14/06/2015', 'VI-A')}\n${student('S2', '31/02/2015', 'VI-A')}\n${student('S3', '15/06/2015', 'V-I', '9825012346')}\n`,
    sessionPublicId: session.publicId,
  })
  expect(await shownRows(scope, record)).toEqual([
    [
      'Class and section: VI – A | VI-A | -',
      'Last name: Patel | Asha Patel | -',
      'Gender: Female | F | -',
      'Date of birth: 14 Jun 2015 | 14/06/2015 | -',
      'Mobile number: 9825012345 | +91 98250-12345 | -',
    ],
    [],
    [
      'Class and section: V – I | V-I | -',
      'Last name: Patel | Asha Patel | -',
      'Gender: Female | F | -',
      'Date of birth: 15 Jun 2015 | 15/06/2015 | -',
      'Mobile number: 9825012346 | - | -',
    ],
  ])
  expect(record.totals).toEqual([
    {
      title: 'New and changed students by class and section',
      rows: [
        ['V – I', 1, null],
        ['VI – A', 1, null],
      ],
      more: 0,
      sum: [2, null],
    },
  ])
  expect((await sampleOfRows(scope, record.id)).map((row) => row.line)).toEqual([2, 4])
})

it('shows old and new values of changed students', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'VI' })
  const from = await makeSection(ofClass, { name: 'A' })
  await makeSection(ofClass, { name: 'B' })
  const made = await makeStudent(school, { enrollmentNumber: 'S1', mobileNumber: '9825012345' })
  await makeEnrollment(made, { session, class: ofClass, section: from, rollNumber: 7 })
  const record = await checkFile(scope, {
    file: `GR No,Mobile,Std,Div,DOB\nS1,98250 12399,6,B,\n`,
    sessionPublicId: session.publicId,
  })
  expect(record.counts).toMatchObject({ changed: 1 })
  expect(await shownRows(scope, record)).toEqual([
    [
      'Class and section: VI – B | 6 – B | VI – A',
      'Roll number: nothing | - | 7',
      'Mobile number: 9825012399 | 98250 12399 | 9825012345',
      // The number in the General Register is the admission number too.
      'Admission number: S1 | - | nothing',
    ],
  ])
})

it('shows dues and payments with student, fee and amount, and sums by fee, class and method', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'VI' })
  const section = await makeSection(ofClass, { name: 'A' })
  for (const [number, firstName] of [
    ['R1', 'Asha'],
    ['R2', 'Ravi'],
  ] as const) {
    const made = await makeStudent(school, { enrollmentNumber: number, firstName, lastName: 'Patel' })
    if (number === 'R1') await makeEnrollment(made, { session, class: ofClass, section })
  }
  const settings = { sessionPublicId: session.publicId, kind: 'opening_dues' as const }
  const dues =
    'GR No,Name,Fee,Due date,Amount\nR1,ASHA PATEL,Tuition,20/04/2026,"4,500.00 Dr"\nR2,Patel Ravi,Bus,20/04/2026,1000\n'
  const record = await importFile(scope, { ...settings, file: dues })
  expect(await shownRows(scope, record)).toEqual([
    [
      'Student: Asha Patel | - | -',
      'Student: VI – A | - | -',
      'Due: Tuition – Balance brought forward | Tuition | -',
      'Due: ₹4,500 | 4,500.00 Dr | -',
      'Due: due on 20 Apr 2026 | 20/04/2026 | -',
    ],
    [
      'Student: Ravi Patel | Patel Ravi | -',
      'Due: Bus – Balance brought forward | Bus | -',
      'Due: ₹1,000 | - | -',
      'Due: due on 20 Apr 2026 | 20/04/2026 | -',
    ],
  ])
  expect(record.totals.map(({ title, rows }) => [title, ...rows])).toEqual([
    ['New and changed dues by fee', ['Tuition', 1, 450_000], ['Bus', 1, 100_000]],
    ['New and changed dues by class', ['VI', 1, 450_000], ['No class', 1, 100_000]],
  ])
  const changed = await checkFile(scope, { ...settings, file: 'GR No,Fee,Due date,Amount\nR2,Bus,21/04/2026,1200\n' })
  expect((await shownRows(scope, changed))[0]?.slice(-2)).toEqual([
    'Due: ₹1,200 | - | ₹1,000',
    'Due: due on 21 Apr 2026 | 21/04/2026 | due on 20 Apr 2026',
  ])
  const paid = await checkFile(scope, {
    ...settings,
    kind: 'paid_fees',
    file: 'Receipt No,Date,GR No,Amount,Mode\n501,20/06/2026,R1,1000,By Cash\n502,20/06/2026,R2,1000,Cheque No 123456\n',
  })
  expect(await shownRows(scope, paid)).toEqual([
    [
      'Student: Asha Patel | - | -',
      'Student: VI – A | - | -',
      'Payment: ₹1,000 | - | -',
      'Payment: Cash | By Cash | -',
      'Payment: 20 Jun 2026 | 20/06/2026 | -',
      'Paid for: Tuition – Balance brought forward: ₹1,000 | - | -',
    ],
    [
      'Student: Ravi Patel | - | -',
      'Payment: ₹1,000 | - | -',
      'Payment: Cheque | Cheque No 123456 | -',
      'Payment: 20 Jun 2026 | 20/06/2026 | -',
      'Paid for: Bus – Balance brought forward: ₹1,000 | - | -',
      'Reference: 123456 | 502 | -',
    ],
  ])
  expect(paid.totals.map(({ title, rows }) => [title, ...rows])).toEqual([
    ['New payments by method', ['Cash', 1, 100_000], ['Cheque', 1, 100_000]],
    ['New payments by fee', ['Bus', 1, 100_000], ['Tuition', 1, 100_000]],
    ['New payments by class', ['VI', 1, 100_000], ['No class', 1, 100_000]],
  ])
})

it('shows a due for each fee of a wide sheet, and the changed values of a teacher', async () => {
  const { school, scope, session } = await newSchool()
  await makeStudent(school, { enrollmentNumber: 'R1', firstName: 'Asha', lastName: 'Patel' })
  const wide = await checkFile(scope, {
    kind: 'opening_dues',
    file: 'GR No,Name,Tuition,Transport,Total\nR1,Asha Patel,3000,500 Dr,3500\n',
    sessionPublicId: session.publicId,
  })
  const [dues = []] = await shownRows(scope, wide)
  expect(dues.filter((text) => text.includes('due on'))).toHaveLength(1)
  expect(dues.filter((text) => text.includes('₹'))).toEqual([
    'Due: Tuition – Balance brought forward: ₹3,000 | - | -',
    'Due: Transport – Balance brought forward: ₹500 | 500 Dr | -',
  ])
  await importFile(scope, {
    kind: 'teachers',
    file: 'Employee ID,Name,Mobile,DOJ\nT1,Amit Shah,9825012345,15/06/2018\n',
  })
  const teachers = await checkFile(scope, {
    kind: 'teachers',
    file: 'Employee ID,Name,Mobile,DOJ\nT1,Mr. Amit Shah,9825012345,16/06/2018\n',
  })
  expect(await shownRows(scope, teachers)).toEqual([
    [
      'Last name: Shah | Mr. Amit Shah | -',
      'Mobile number: 9825012345 | - | -',
      'Joined on: 16 Jun 2018 | 16/06/2018 | 15 Jun 2018',
    ],
  ])
})

it('imports unlikely rows only when the user confirms them, and returns the others in the file’s own words', async () => {
  const { school, scope, session } = await newSchool()
  const check = () =>
    checkFile(scope, {
      file: `${heading}\n${student('S1', '14/06/2015', 'VI-A')}\n${student('S2', '20/11/2025', 'VI-A')}\n${student('S3', '01/01/1935', 'VI-A')}\n`,
      sessionPublicId: session.publicId,
    })
  const record = await check()
  expect(record).toMatchObject({ counts: { new: 3, rejected: 0 }, doubts: [['age', 2]] })
  const unclear = await listImportRows(scope, record.id, { outcome: 'unclear', search: '', page: 1, pageSize: 20 })
  expect(unclear.rows.map(({ line, doubts }) => [line, doubts[0]?.[0]])).toEqual([
    [3, 'Date of birth'],
    [4, 'Date of birth'],
  ])
  const commit = (more: Partial<Parameters<typeof commitImport>[2]>) =>
    commitImport(scope, record.publicId, { onlyValid: true, ...more })
  expect(await commit({})).toEqual({ ok: false, reason: 'has-doubts' })
  expect(await commit({ onlyValid: false, doubts: { age: 'wrong' } })).toEqual({ ok: false, reason: 'has-rejected' })
  expect((await recordOf(scope, record.publicId)).counts).toMatchObject({ new: 3, rejected: 0 })
  expect(await commit({ doubts: { age: { some: [4] } } })).toMatchObject({ ok: true })
  await runImport(scope, record.id)
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'done', counts: { new: 2, rejected: 1 } })
  const numbers = () =>
    readRows('SELECT enrollment_number AS number FROM students WHERE school_id = :id ORDER BY id', { id: school.id })
  expect(await numbers()).toEqual([{ number: 'S1' }, { number: 'S3' }])
  const rejected = await listRejected(scope, await recordOf(scope, record.publicId), { page: 1, pageSize: 20 })
  expect(rejected.rows).toMatchObject([
    {
      line: 3,
      reasons: expect.stringContaining('years old in class VI'),
      texts: { enrollment_number: 'S2', date_of_birth: '20/11/2025', mobile_number: '+91 98250-12345' },
    },
  ])
  const again = await check()
  expect(again).toMatchObject({ counts: { new: 1, unchanged: 2 }, doubts: [['age', 1]] })
  expect(await commitImport(scope, again.publicId, { onlyValid: true, doubts: { age: 'wrong' } })).toEqual({
    ok: false,
    reason: 'nothing-to-do',
  })
  expect(await commitImport(scope, again.publicId, { onlyValid: false, doubts: allRight })).toMatchObject({ ok: true })
})

it('counts left-out rows of new and of known students as rejected, and then refuses to import all or nothing', async () => {
  const { school, scope, session } = await newSchool()
  await makeStudent(school, { enrollmentNumber: 'K1', firstName: 'Asha', lastName: 'Patel' })
  await makeStudent(school, { enrollmentNumber: 'K2', firstName: 'Asha', lastName: 'Patel' })
  // Lines 2 and 3 are new students; the one in line 3 has an unlikely age. Lines 4 and 5 change known students; line 5
  // has another name.
  const rows = [
    student('N1', '14/06/2015', 'VI-A'),
    student('N2', '20/11/2025', 'VI-A', '9825012346'),
    student('K1', '14/06/2015', 'VI-A', '9825012347'),
    student('K2', '14/06/2015', 'VI-A', '9825012348').replace('Asha Patel', 'Zubin Irani'),
  ]
  const record = await checkFile(scope, { file: `${heading}\n${rows.join('\n')}\n`, sessionPublicId: session.publicId })
  const counts = { new: 2, changed: 2, rejected: 0 }
  expect(record).toMatchObject({
    counts,
    doubts: expect.arrayContaining([
      ['age', 1],
      ['other-name', 1],
    ]),
  })
  const commit = (onlyValid: boolean, doubts: DoubtAnswers) =>
    commitImport(scope, record.publicId, { onlyValid, doubts })
  for (const doubts of [
    { age: 'wrong', 'other-name': 'right' },
    { age: 'right', 'other-name': 'wrong' },
    { age: 'right', 'other-name': { some: [4] } },
    { age: 'wrong', 'other-name': 'wrong' },
  ] as const)
    expect(await commit(false, doubts), JSON.stringify(doubts)).toEqual({ ok: false, reason: 'has-rejected' })
  expect((await recordOf(scope, record.publicId)).counts).toMatchObject(counts)

  expect(await commit(true, { age: { some: [] }, 'other-name': 'wrong' })).toMatchObject({ ok: true })
  const left = { new: 1, changed: 1, rejected: 2 }
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'running', counts: left })
  await runImport(scope, record.id)
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'done', counts: left })
  const rejected = await listRejected(scope, await recordOf(scope, record.publicId), { page: 1, pageSize: 20 })
  expect(rejected.rows.map(({ line }) => line)).toEqual([3, 5])
  const [started] = await entriesOf(school, 'import.started')
  expect(started?.details).toMatchObject({ doubted: 2, leftOut: 2 })
})

it('previews guardians, months of attendance and teachers as they will be recorded', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'VI' })
  const section = await makeSection(ofClass, { name: 'A' })
  const asha = await makeStudent(school, { enrollmentNumber: 'R1', firstName: 'Asha', lastName: 'Patel' })
  await makeEnrollment(asha, { session, class: ofClass, section })
  const settings = { sessionPublicId: session.publicId }
  const seat = ['Student: Asha Patel | - | -', 'Student: VI – A | - | -']

  const guardians = await checkFile(scope, {
    ...settings,
    kind: 'guardians',
    file: 'GR No,Guardian Name,Relation,Mobile\nR1,Shri Rajesh Patel,papa,98250 41001\nR9,Hansa Patel,Mother,\n',
  })
  expect(await shownRows(scope, guardians)).toEqual([
    [
      ...seat,
      'Guardian’s name: Rajesh Patel | Shri Rajesh Patel | -',
      'Relation: Father | papa | -',
      'Mobile number: 9825041001 | 98250 41001 | -',
    ],
    [],
  ])
  expect(guardians.totals).toMatchObject([{ title: 'New guardians of students by class', rows: [['VI', 1, null]] }])

  const month = { ...settings, kind: 'attendance_months' as const }
  const day = `${session.startsOn.slice(5, 7)}/${session.startsOn.slice(0, 4)}`
  const monthHeading = 'GR No,Month,Days held,Days attended\n'
  await importFile(scope, { ...month, file: `${monthHeading}R1,${day},20,15.5\n` })
  const months = await checkFile(scope, { ...month, file: `${monthHeading}R1,${day},22,15.5\n` })
  expect((await shownRows(scope, months))[0]).toEqual([
    ...seat,
    expect.stringMatching(/^Month: \p{L}{3} \d{4} \| \d{2}\/\d{4} \| -$/u),
    'Days held: 22 | - | 20',
    'Days attended: 15.5 | - | -',
  ])
  expect(months.totals).toMatchObject([{ rows: [['VI – A', 1, null]] }])

  const teachers = { ...settings, kind: 'teachers' as const }
  await importFile(scope, { ...teachers, file: 'Emp No,First name,Last name,Mobile\nT-7,Meena,Joshi,9825041001\n' })
  const found = await checkFile(scope, {
    ...teachers,
    file: 'Name of Teacher,Designation,Mobile\nM. Joshi,Principal,98250 41001\nAmit Shah,PRT,9825041003\n',
  })
  expect(await shownRows(scope, found)).toEqual([
    ['Mobile number: 9825041001 | 98250 41001 | -', 'Designation: Principal | - | nothing'],
    ['Employee number: T-8 |  | -', 'Last name: Shah | Amit Shah | -', 'Mobile number: 9825041003 | - | -'],
  ])
})
