import { expect, it } from 'vitest'
import { csvOf } from '~/http/csv.server'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { exportColumns, listWholeStudents } from './export-students.server'

const rest = 'First name,Last name,Gender,DOB,Category,Father name,Mother name,Mobile,Address,Class'
const facts = 'Asha,Patel,F,14/06/2015,OBC,Rajesh Patel,Hansa Patel,9825012345,7 Shanti Nagar,6'

async function office() {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  const numbers = () =>
    readRows<object>(
      `SELECT s.enrollment_number AS enrollment, i.admission_number AS admission, s.sr_no AS sr
       FROM students s LEFT JOIN academic_infos i ON i.student_id = s.id WHERE s.school_id = :id`,
      { id: school.id },
    )
  const take = (file: string) => importFile(school.scope, { file, sessionPublicId })
  return { ...school, sessionPublicId, numbers, take }
}

it.each([
  ['G.R. No.', '2465', { enrollment: '2465', admission: '2465', sr: null }],
  ['Scholar No', 'S-7', { enrollment: 'S-7', admission: 'S-7', sr: null }],
  ['Admission No', 'A/12', { enrollment: 'A/12', admission: 'A/12', sr: null }],
  ['Admission No,Scholar No', 'A/12,S-7', { enrollment: 'A/12', admission: 'A/12', sr: 'S-7' }],
  ['Enrollment No,GR No', '101,2465', { enrollment: '101', admission: '2465', sr: null }],
])(
  'stores the numbers of a new student from %s, and matches the student by them again',
  async (headings, typed, stored) => {
    const { scope, sessionPublicId, numbers, take } = await office()
    const file = `${headings},${rest}\n${typed},${facts}\n`
    expect((await take(file)).counts).toMatchObject({ new: 1, rejected: 0 })
    expect(await numbers()).toEqual([stored])
    expect((await checkFile(scope, { file, sessionPublicId })).counts).toMatchObject({
      unchanged: 1,
      new: 0,
      changed: 0,
    })
    const { rows } = await listWholeStudents(
      scope,
      {
        search: '',
        sort: 'number',
        descending: false,
        page: 1,
        filters: { session: '', class: '', section: '', status: '', gender: '', category: '', rte: '' },
      },
      null,
    )
    const cells = [
      exportColumns.map(({ label }) => label),
      ...rows.map((row) => exportColumns.map(({ key }) => row[key] ?? '')),
    ]
    const again = await checkFile(scope, { file: csvOf(cells), sessionPublicId })
    expect((await rowsOf(scope, again)).flatMap((row) => [...row.problems, ...row.changes])).toEqual([])
  },
)

it('finds a student who has two numbers by either of them, and changes neither number', async () => {
  const { numbers, take } = await office()
  await take(`Enrollment No,Admission No,${rest}\n101,2465,${facts}\n`)
  for (const number of ['2465', '101'])
    expect((await take(`GR No,Religion\n${number},Hindu\n`)).counts).toMatchObject({ new: 0, rejected: 0 })
  expect(await numbers()).toEqual([{ enrollment: '101', admission: '2465', sr: null }])
})

it('adds the G.R. number to a student who was entered without it', async () => {
  const { numbers, take } = await office()
  await take(`Enrollment No,${rest}\n101,${facts}\n`)
  expect((await take(`GR No,${rest}\n2465,${facts}\n`)).counts).toMatchObject({ new: 0, changed: 1 })
  expect(await numbers()).toEqual([{ enrollment: '101', admission: '2465', sr: null }])
})

it('refuses a number that the file gives to both a known and a new student', async () => {
  const { numbers, take } = await office()
  await take(`Enrollment No,${rest}\n101,${facts}\n`)
  const other = facts.replace('Asha', 'Ravi')
  expect((await take(`GR No,${rest}\n2465,${facts}\n2465,${other}\n`)).counts).toMatchObject({
    changed: 1,
    rejected: 1,
  })
  expect(await numbers()).toEqual([{ enrollment: '101', admission: '2465', sr: null }])
})

it('does not mistake the number of a new student for the database id of another student', async () => {
  const { id, take } = await office()
  await take(`Enrollment No,${rest}\n101,${facts}\n`)
  const [student] = await readRows<{ id: number }>('SELECT id FROM students WHERE school_id = :id', { id })
  const file = `Enrollment No,${rest},Religion\n101,${facts},Hindu\n${student?.id},${facts.replace('Asha', 'Ravi')},Hindu\n`
  expect((await take(file)).counts).toMatchObject({ new: 1, changed: 1, rejected: 0 })
})
