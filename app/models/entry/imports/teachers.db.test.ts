import { expect, it } from 'vitest'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { snapshotOf } from '../../../../tests/factories/school-rows'
import { makeTeacher } from '../../../../tests/factories/teaching'
import { checkImport } from './check-import.server'
import { chooseColumns, commitImport } from './imports.server'
import { templateOf } from './queries.server'
import { runImport } from './run-import.server'
import { startUndo, undoImport } from './undo/undo-import.server'

const teachersOf = ({ id }: { id: number }) =>
  readRows<Record<string, string | null>>(
    `SELECT employee_number AS number, TRIM(CONCAT(first_name, ' ', last_name)) AS name, last_name AS last,
       mobile_number AS mobile, designation, subjects_taught AS subjects FROM teachers WHERE school_id = :id ORDER BY id`,
    { id },
  )

// Lists as offices keep them: no employee number, a post and subjects.
const files = [
  `Sr. No.,Name of Teacher,Designation,Subject,Mob. No.
1,Smt. Meena Joshi,Principal,"Maths, Science",98250 41001
2,Savita,TGT,English,98250 41002
3,Amit K Shah,PRT,,98250 41003
`,
  `क्र.,शिक्षक का नाम,पदनाम,विषय,मोबाइल नंबर,एक ही नाम
1,श्रीमती Meena Joshi,Principal,"Maths, Science",९८२५०४१००१,नहीं
2,Savita,TGT,English,९८२५०४१००२,हाँ
3,Amit K Shah,PRT,,९८२५०४१००३,
`.replace('एक ही नाम', 'One name only'),
  `ક્રમ,શિક્ષકનું નામ,હોદ્દો,વિષય,મો. નં.,Single name
1,શ્રીમતી Meena Joshi,Principal,"Maths, Science",૯૮૨૫૦૪૧૦૦૧,
2,Savita,TGT,English,૯૮૨૫૦૪૧૦૦૨,હા
3,Amit K Shah,PRT,,૯૮૨૫૦૪૧૦૦૩,
`,
]

const expected = [
  {
    number: 'T-001',
    name: 'Meena Joshi',
    last: 'Joshi',
    mobile: '9825041001',
    designation: 'Principal',
    subjects: 'Maths, Science',
  },
  { number: 'T-002', name: 'Savita', last: '', mobile: '9825041002', designation: 'TGT', subjects: 'English' },
  { number: 'T-003', name: 'Amit K Shah', last: 'Shah', mobile: '9825041003', designation: 'PRT', subjects: null },
]

it.each(files)('numbers new teachers without an employee number from %s', async (file) => {
  const school = await makeSchool()
  const { scope } = school
  const record = await importWithAnswer(scope, file)
  expect(record).toMatchObject({ state: 'done', counts: { new: 3, rejected: 0 } })
  expect(record.notes[0]).toBe('New teachers without an employee number get the next numbers, T-001 to T-003.')
  expect(await teachersOf(school)).toEqual(expected)
  if (!/Single name|One name only/.test(file)) return
  const again = await checkFile(scope, { kind: 'teachers', file })
  expect(again).toMatchObject({ counts: { new: 0, unchanged: 3, rejected: 0 } })
})

async function importWithAnswer(scope: SchoolScope, file: string) {
  const checked = await checkFile(scope, { kind: 'teachers', file })
  // In a file without a column “One name only”, the import asks about the teacher who has only one name.
  if (checked.state === 'columns') {
    expect(checked.questions.map(({ id, lines }) => [id, lines])).toEqual([['single:one_name', [3]]])
    const answers = { 'single:one_name': 'complete' }
    expect(await chooseColumns(scope, checked.publicId, checked.chosen ?? {}, { answers })).toMatchObject({ ok: true })
    await checkImport(scope, checked.id, { takesLong: true })
  }
  expect(await commitImport(scope, checked.publicId, { onlyValid: false })).toMatchObject({ ok: true })
  await runImport(scope, checked.id)
  return recordOf(scope, checked.publicId)
}

it.each(files)('takes back the teachers and their numbers from %s', async (file) => {
  const school = await makeSchool()
  const { scope } = school
  await importFile(scope, { kind: 'teachers', file: 'Emp No,Name,Mobile\nT-007,Kavita Rao,9825041077\n' })
  const before = await snapshotOf(school.id)
  const record = await importWithAnswer(scope, file)
  expect(record).toMatchObject({ state: 'done', counts: { new: 3, rejected: 0 } })
  expect(record.notes[0]).toBe('New teachers without an employee number get the next numbers, T-008 to T-010.')
  expect(await startUndo(scope, record.publicId, { rest: false })).toMatchObject({ ok: true })
  expect(await undoImport(scope, record.id)).toBe('over')
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'undone', undoneRows: 3, keptRows: 0 })
  // What the office chose about headings stays for its next file.
  const { import_words: _words, ...after } = await snapshotOf(school.id)
  expect(after).toEqual(before)
})

const stays = (name: string) => `Recorded as ${name}, which stays. A name changes only beside the employee number`

it('continues the school’s employee numbers, and matches teachers by name and mobile or email', async () => {
  const school = await makeSchool()
  await makeTeacher(school, { name: 'Kavita Rao', employeeNumber: 'EMP/08', mobileNumber: '9825042001' })
  await makeTeacher(school, { name: 'Harish Trivedi', employeeNumber: 'EMP/09', email: 'harish@school.test' })
  const record = await importFile(school.scope, {
    kind: 'teachers',
    file: `Employee ID,Name,Mobile,E-mail,Post,Subject
,Rao Kavita,9825042001,,Head of science,Physics
,Nila Desai,9825042003,,,Music
,Harish M Trivedi,,HARISH@school.test,,
EMP/10,Bela Vora,9825042004,,,
,Bela Vora,9825042004,,,
,Nila Desai,9825042005,,,Dance
,Ravi Rao,,harish@school.test,,
`,
  })
  expect(record.notes).toEqual([
    'New teachers without an employee number get the next numbers, EMP/11 to EMP/12.',
    expect.stringContaining('is read with the last name Trivedi'),
  ])
  expect((await rowsOf(school.scope, record)).map((row) => [row.line, row.outcome, row.problems, row.changes])).toEqual(
    [
      [2, 'changed', [[null, stays('Kavita Rao'), 'Rao Kavita']], ['Designation', 'Subjects taught']],
      [3, 'new', [], []],
      [4, 'unchanged', [[null, stays('Harish Trivedi'), 'Harish M Trivedi']], []],
      [5, 'new', [], []],
      [6, 'rejected', [[null, 'Line 5 has the same teacher']], []],
      [7, 'new', [], []],
      [
        8,
        'rejected',
        [
          [
            'Email',
            'This e-mail is recorded for Harish Trivedi (EMP/09). Enter the employee number; for another teacher, a new one',
          ],
        ],
        [],
      ],
    ],
  )
  expect((await teachersOf(school)).map(({ number, name, subjects }) => [number, name, subjects])).toEqual([
    ['EMP/08', 'Kavita Rao', 'Physics'],
    ['EMP/09', 'Harish Trivedi', null],
    ['EMP/11', 'Nila Desai', 'Music'],
    ['EMP/10', 'Bela Vora', null],
    ['EMP/12', 'Nila Desai', 'Dance'],
  ])
})

it('refuses a teacher with a known name and another mobile number instead of adding the teacher twice', async () => {
  const school = await makeSchool()
  await makeTeacher(school, { name: 'Kavita Rao', employeeNumber: 'T-7', mobileNumber: '9825042001' })
  const record = await checkFile(school.scope, { kind: 'teachers', file: 'Name,Mobile\nKavita Rao,9825042099\n' })
  expect((await rowsOf(school.scope, record))[0]?.problems).toEqual([
    [
      'Employee number',
      'Kavita Rao (T-7) has this name and another mobile number or e-mail. Enter the employee number; for another teacher, a new one',
    ],
  ])
})

it('imports the template of teachers as it is downloaded', async () => {
  const school = await makeSchool()
  const { rows } = templateOf('teachers')
  expect(rows[0]).toEqual([
    'Employee number',
    'First name',
    'Last name',
    'Email',
    'Mobile number',
    'Qualification',
    'Joined on',
    'Designation',
    'Subjects taught',
  ])
  const file = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  expect(await importFile(school.scope, { kind: 'teachers', file })).toMatchObject({ counts: { new: 1 } })
  expect(await teachersOf(school)).toMatchObject([
    { number: 'T-014', designation: 'Assistant teacher', subjects: 'Mathematics, Science' },
  ])
})
