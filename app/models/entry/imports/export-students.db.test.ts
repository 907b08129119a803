import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { csvOf } from '~/http/csv.server'
import { writeXlsx } from '~/services/spreadsheets/write-xlsx.server'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, rowsOf } from '../../../../tests/factories/imports'
import { makeSchool } from '../../../../tests/factories/school'
import { exportColumns, listWholeStudents } from './export-students.server'
import { templateOf } from './queries.server'

const heading =
  'Enrollment No.,First Name,Surname,Sex,DOB,Caste,Father Name,Mother Name,Father Aadhaar,Mobile No.,Address,Std,Div,Roll No.,RTE,Admission no,City'

async function filledSchool() {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  const file = `${heading}
0017,Asha,Patel,F,14/06/2015,OBC,Rajesh Patel,Hansa Patel,2345 6789 0124,98250 12345,"7, Shanti Nagar",6,A,4,No,G-1,Surat
0018,Ravi,Shah,M,15/06/2015,ST,Mahesh Shah,Geeta Shah,,98250 12346,8 Shanti Nagar,7,B,,Yes,G-2,
`
  expect((await importFile(school.scope, { file, sessionPublicId })).counts).toMatchObject({ new: 2, rejected: 0 })
  return { ...school, sessionPublicId }
}

const all = { search: '', sort: 'number', descending: false, page: 1 } as const
const off = { session: '', class: '', section: '', status: '', gender: '', category: '', rte: '' }

it('exports the headings of the import, all stored fields, and the last digits of Aadhaar numbers', async () => {
  const { scope } = await filledSchool()
  expect(exportColumns.map(({ label }) => label)).toEqual(templateOf('students').rows[0])
  const { rows, total } = await listWholeStudents(scope, { ...all, filters: off }, null)
  expect(total).toBe(2)
  expect(rows[0]).toMatchObject({
    enrollment_number: '0017',
    date_of_birth: '2015-06-14',
    category: 'OBC',
    father_aadhar: 'XXXX XXXX 0124',
    rte: 'No',
    class: 'Class 6',
    section: 'A',
    roll_number: '4',
    admission_number: 'G-1',
    permanent_city_name: 'Surat',
  })
  expect(rows[1]).toMatchObject({ rte: 'Yes', roll_number: '', father_aadhar: '' })
  const found = await listWholeStudents(scope, { ...all, search: 'shah ravi', filters: off }, null)
  expect(found.rows.map((row) => row.first_name)).toEqual(['Ravi'])
  expect((await listWholeStudents((await makeSchool()).scope, { ...all, filters: off }, null)).rows).toEqual([])
})

// Offices type a letter with a dot as one code point, such as U+095B. Unicode composes it to a letter and its dot.
it('exports a name typed with U+095B as it is stored, and finds no change in the file or its export', async () => {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  const typed = `Enrollment number,First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class\nZ1,\u095bोया,मिर्\u095bा,F,14/06/2015,General,रा\u095bी,Hansa,9825012345,7 Shanti Nagar,6\n`
  expect((await importFile(school.scope, { file: typed, sessionPublicId })).counts).toMatchObject({ new: 1 })
  const { rows } = await listWholeStudents(school.scope, { ...all, filters: off }, null)
  expect(rows[0]).toMatchObject({
    first_name: '\u091c\u093cोया',
    last_name: 'मिर्\u091c\u093cा',
    father_name: 'रा\u091c\u093cी',
  })
  const found = await listWholeStudents(school.scope, { ...all, search: '\u095bोया', filters: off }, null)
  expect(found.total).toBe(1)
  const exported = csvOf([
    exportColumns.map(({ label }) => label),
    ...rows.map((row) => exportColumns.map(({ key }) => row[key] ?? '')),
  ])
  for (const file of [typed, exported]) {
    const again = await checkFile(school.scope, { file, sessionPublicId })
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 1, rejected: 0 })
  }
})

it('imports its export again without any change, as CSV and as Excel file', async () => {
  const { id, scope, sessionPublicId } = await filledSchool()
  await execute("UPDATE student_addresses SET address = '7, Shanti Nagar\\nSurat' WHERE school_id = :id", { id })
  const { rows } = await listWholeStudents(scope, { ...all, filters: off }, null)
  const cells = [
    exportColumns.map(({ label }) => label),
    ...rows.map((row) => exportColumns.map(({ key }) => row[key] ?? '')),
  ]
  for (const file of [csvOf(cells), await writeXlsx([{ name: 'Students', rows: cells }])]) {
    const again = await checkFile(scope, { file, sessionPublicId })
    expect((await rowsOf(scope, again)).flatMap((row) => [...row.problems, ...row.changes])).toEqual([])
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 2, rejected: 0 })
  }
})
