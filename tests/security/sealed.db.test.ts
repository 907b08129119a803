import { beforeAll, expect, it } from 'vitest'
import { saveMapsBrowserKey, saveMapsKey } from '~/models/core/schools/settings.server'
import { sealedColumns } from '~/models/core/sealing/sealed-columns'
import { persons } from '~/models/people/students/describe/parent-fields.server'
import { saveSection } from '~/models/people/students/describe/save-section.server'
import { readableColumns, sectionTables } from '~/models/people/students/describe/sections.server'
import { findSections } from '~/models/people/students/find-sections.server'
import { sections } from '~/models/people/students/options'
import { makeEnrollment } from '../factories/academics'
import { signedInStaff, signedInStudent } from '../factories/accounts'
import { readRows } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'

/** Invented Aadhaar numbers with valid check digits, with and without spaces. */
const numbers = { father: '234123412346', mother: '987654321012', guardian: '496812345675' }
const secrets = [
  ...Object.values(numbers).flatMap((number) => [number, number.replace(/(?<=^(....)+)(?=.)/g, ' ')]),
  'a-maps-key-for-the-server',
]
/** Format of `encrypt`: 28 bytes of overhead, then the text. */
const sealed = /v1\.[\w-]{39,}/

let school: MadeSchool
let student: MadeStudent
let cookie: string

beforeAll(async () => {
  school = await makeSchool()
  student = await makeStudent(school)
  await makeEnrollment(student)
  const names = { father_name: 'Rajesh Patel', mother_name: 'Hansa Patel', guardian_name: 'Anil Patel' }
  const typed = Object.fromEntries(persons.map((who) => [`${who}_aadhar`, numbers[who]]))
  const values = { ...names, ...typed }
  expect(await saveSection(school.scope, student.publicId, 'parent', values, 1)).toEqual({ ok: true, value: [] })
  await saveMapsKey(school.scope, 'a-maps-key-for-the-server')
  await saveMapsBrowserKey(school.scope, 'a-maps-key-for-browsers')
  const [office, own] = [await signedInStaff(await makeStaff(school)), await signedInStudent(student)]
  cookie = `${office.cookie}; ${own.cookie}`
})

/** Returns every `table.column` in which a row of this school holds a sealed text. */
async function columnsSealedHere(): Promise<string[]> {
  const columns = await readRows<{ tableName: string; columnName: string }>(
    `SELECT c.TABLE_NAME AS tableName, c.COLUMN_NAME AS columnName FROM information_schema.COLUMNS c
     JOIN information_schema.COLUMNS own ON own.TABLE_SCHEMA = c.TABLE_SCHEMA AND own.TABLE_NAME = c.TABLE_NAME
       AND own.COLUMN_NAME = 'school_id'
     WHERE c.TABLE_SCHEMA = DATABASE() AND c.CHARACTER_MAXIMUM_LENGTH > 42`,
  )
  const questions = columns.map(
    ({ tableName, columnName }) =>
      `SELECT '${tableName}.${columnName}' AS name FROM \`${tableName}\`
       WHERE school_id = :schoolId AND \`${columnName}\` LIKE 'v1.%' AND CHAR_LENGTH(\`${columnName}\`) > 41`,
  )
  const found = await readRows<{ name: string }>(questions.join(' UNION '), { schoolId: school.id })
  return found.map(({ name }) => name).sort()
}

const columnsRead = Object.values(readableColumns).map(({ sql }) => sql)

it('reads no encrypted column for the profile of a student, and declares all encrypted columns', async () => {
  const kept = await columnsSealedHere()
  expect(kept).toEqual([
    ...[...persons].sort().map((who) => `guardians.${who}_aadhar`),
    'school_settings.maps_browser_key',
    'school_settings.maps_key',
  ])
  expect(columnsRead.filter((column) => kept.includes(column))).toEqual([])
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(kept.filter((name) => !listed.includes(name))).toEqual([])
})

it("reads every column of a student's tables for the profile, except keys, times and a fixed list", async () => {
  const rows = await readRows<{ name: string }>(
    `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS name FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (:sectionTables)
       AND COLUMN_NAME NOT IN ('id', 'school_id', 'student_id', 'created_at', 'updated_at')`,
    { sectionTables },
  )
  const all = rows.map(({ name }) => name)
  expect(columnsRead.filter((column) => !all.includes(column))).toEqual([])
  expect(all.filter((column) => !columnsRead.includes(column)).sort()).toEqual([
    'guardians.father_aadhar',
    'guardians.guardian_aadhar',
    'guardians.mother_aadhar',
    'students.activation_round',
    'students.first_password_key',
    'students.language',
    'students.leaving_reason',
    'students.left_entered_on',
    'students.left_on',
    'students.password_changed_at',
    'students.password_hash',
    'students.photo_file_id',
    'students.public_id',
    'students.status',
    'students.version',
  ])
})

it('shows the last four digits of Aadhaar numbers to the office and to the student, and no encrypted value', async () => {
  for (const scope of [school.scope, student.scope]) {
    const found = await findSections(scope, student.publicId)
    for (const who of persons) expect(found?.values[`${who}_aadhar_end`]).toBe(numbers[who].slice(-4))
    expect(Object.values(found?.values ?? {}).filter((value) => value !== null && sealed.test(value))).toEqual([])
  }
})

type Loader = (args: { request: Request; context: object; params: Record<string, string | undefined> }) => unknown
const routes = import.meta.glob<{ loader?: Loader }>([
  '../../app/routes/school+/_shell+/students+/*.{ts,tsx}',
  '../../app/routes/school+/_shell+/settings+/*.{ts,tsx}',
  '../../app/routes/students+/_shell+/{profile+,settings+}/*.{ts,tsx}',
  '../../app/routes/students+/_shell+/dashboard.tsx',
  '!**/*.test.ts',
  '!**/__*',
])

it('passes no secret, encrypted or in plain text, to the pages of a student or to settings pages', async () => {
  const given: string[] = []
  const faults: string[] = []
  for (const [file, load] of Object.entries(routes)) {
    const { loader } = await load()
    if (!loader) continue
    // Uses the student's id for every parameter of the route.
    const ids = [...file.matchAll(/\$(\w+)/g)].map(([, name]) => [name, student.publicId])
    for (const tab of sections) {
      const request = new Request(`http://localhost:3000/?tab=${tab}`, { headers: { cookie } })
      const answer = await Promise.resolve(loader({ request, context: {}, params: Object.fromEntries(ids) })).catch(
        (thrown: unknown) => thrown,
      )
      if (answer instanceof Error) throw answer
      const text = answer instanceof Response ? await answer.text() : JSON.stringify(answer)
      if (sealed.test(text) || secrets.some((secret) => text.includes(secret))) faults.push(`${file} ${tab}`)
      if (!(answer instanceof Response) || answer.ok) given.push(file)
    }
  }
  expect(faults).toEqual([])
  expect(new Set(given).size).toBeGreaterThan(20)
})
