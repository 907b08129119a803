import { expect, it } from 'vitest'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { writeXlsx } from '~/services/spreadsheets/write-xlsx.server'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, recordOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { checkImport } from './check-import.server'
import type { ImportRecord } from './import-record.server'
import { chooseColumns } from './imports.server'
import { kindOfImport } from './kinds/registry.server'
import type { ImportKind } from './options'
import { countProblems, listImports, listRejected, rejectedColumns } from './queries.server'

// Files as schools have them: with their own headings, words and columns.

const known = 'Name of Student,Sex,DOB,Caste,Father,Mother,Address,Std,Div'
const row = (name: string, change: Partial<Record<'sex' | 'dob' | 'caste', string>> = {}) => {
  const { sex = 'F', dob = '14/06/2015', caste = 'Gen' } = change
  return `${name},${sex},${dob},${caste},Rajesh Patel,Hansa Patel,7 Shanti Nagar,6,A`
}

async function newSchool() {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  return { scope: school.scope, sessionPublicId }
}

async function choose(
  scope: SchoolScope,
  record: ImportRecord,
  ...how: Parameters<typeof chooseColumns> extends [unknown, unknown, ...infer Rest] ? Rest : never
) {
  expect(await chooseColumns(scope, record.publicId, ...how)).toMatchObject({ ok: true })
  await checkImport(scope, record.id)
  return recordOf(scope, record.publicId)
}

it('recognises headings of mobile numbers that are used in Gujarat', async () => {
  const { scope, sessionPublicId } = await newSchool()
  for (const heading of ['Mo. No.', 'M. No.', 'Mob. No.', 'Ph. No.', 'મો. નં.']) {
    const record = await checkFile(scope, {
      sessionPublicId,
      file: `${known},${heading}\n${row('Asha Patel')},98250 12345\n`,
    })
    expect(record).toMatchObject({ state: 'checked', counts: { new: 1, rejected: 0 } })
  }
})

it("asks for a missing required column once, and applies the user's choice to the next file", async () => {
  const { scope, sessionPublicId } = await newSchool()
  const file = `${known},Vali Sampark,House\n${row('Asha Patel')},98250 12345,Red\n${row('Ravi Shah')},98250 12346,Blue\n`
  const first = await checkFile(scope, { sessionPublicId, file })
  expect(first.state).toBe('columns')
  const second = await choose(scope, first, { ...first.chosen, mobile_number: 9 })
  expect(second).toMatchObject({ state: 'checked', counts: { new: 2, rejected: 0 } })
  // The next file has the columns in another order.
  const next = `House,Vali Sampark,${known}\nRed,98250 12347,${row('Diya Rao')}\n`
  expect(await checkFile(scope, { sessionPublicId, file: next })).toMatchObject({
    state: 'checked',
    counts: { new: 1 },
  })
  const other = await newSchool()
  const foreign = await checkFile(other.scope, { sessionPublicId: other.sessionPublicId, file: next })
  expect(foreign.state).toBe('columns')
})

it('still matches a heading that was ignored in an earlier file only because another filled its field', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const file = `${known},Mobile,Mobile,WhatsApp No,House\n${row('Asha Patel')},9825012345,9825012346,9825012347,Red\n`
  const first = await checkFile(scope, { sessionPublicId, file })
  expect(first.chosen).toMatchObject({ mobile_number: 9 })
  await choose(scope, first, first.chosen ?? {})
  for (const heading of ['Mobile', 'WhatsApp No']) {
    const next = `${known},${heading}\n${row('Ravi Shah')},9825012348\n`
    expect(await checkFile(scope, { sessionPublicId, file: next })).toMatchObject({ chosen: { mobile_number: 9 } })
  }
  // A matching column that the user leaves out is ignored from then on.
  const { gender: _, ...others } = first.chosen ?? {}
  await choose(scope, await recordOf(scope, first.publicId), others)
  expect((await checkFile(scope, { sessionPublicId, file })).chosen).not.toHaveProperty('gender')
})

it('does not store the first row of a file without headings, since it contains student names', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const file = `${row('Asha Patel')},9825012345\n${row('Ravi Shah')},9825012346\n`
  const first = await checkFile(scope, { sessionPublicId, file })
  expect(first.state).toBe('columns')
  await choose(scope, first, { full_name: 0, gender: 1 })
  const kept = 'SELECT word FROM import_words WHERE school_id = :schoolId'
  expect(await readRows(kept, { schoolId: scope.schoolId })).toEqual([])
})

it('lists invalid values; once the school assigns a meaning to one, applies it to this file and the next', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const file = `${known},Mobile\n${row('Asha Patel', { caste: 'EWS' })},9825012345\n${row('Ravi Shah', { caste: 'ews.' })},9825012346\n${row('Diya Rao', { dob: '31/02/2015' })},9825012347\n`
  const first = await checkFile(scope, { sessionPublicId, file })
  expect(first).toMatchObject({ state: 'checked', counts: { new: 0, rejected: 3 } })
  expect(await countProblems(scope, first.id)).toMatchObject([
    {
      column: 'Category',
      message: 'Select a valid category',
      rows: 2,
      values: [
        ['EWS', 1],
        ['ews.', 1],
      ],
    },
    { column: 'Date of birth', rows: 1, values: [['31/02/2015', 1]] },
  ])
  const values = [{ columnKey: 'category', value: 'EWS', meaning: 'Other' }]
  const second = await choose(scope, first, first.chosen ?? {}, { values })
  expect(second.counts).toMatchObject({ new: 2, rejected: 1 })
  await importFile(scope, { sessionPublicId, file })
  const stored = await readRows<{ category: string }>('SELECT category FROM students WHERE school_id = :schoolId', {
    schoolId: scope.schoolId,
  })
  expect(stored).toEqual([{ category: 'Other' }, { category: 'Other' }])
})

it('reads a name with the surname first when the user says so', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const file = `${known},Mobile\n${row('PATEL RAHUL MAHESHBHAI')},9825012345\n`
  const first = await checkFile(scope, { sessionPublicId, file })
  const name = first.columns.find(({ reading }) => reading?.doubt === 'name-order')
  expect(name?.reading?.keys).toEqual(['surname_first', 'full_name'])
  await choose(scope, first, { ...first.chosen, surname_first: name?.index ?? -1 })
  await importFile(scope, { sessionPublicId, file })
  const stored = await readRows<{ first: string; last: string }>(
    'SELECT first_name AS first, last_name AS last FROM students WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  expect(stored).toEqual([{ first: 'RAHUL MAHESHBHAI', last: 'PATEL' }])
})

it("returns the file's own columns with rejected rows, without Aadhaar numbers", async () => {
  const { scope, sessionPublicId } = await newSchool()
  const wrong = row('Asha Patel', { dob: '31/02/2015' })
  const right = row('Ravi Patel')
  const file = `${known},Mobile,House,Blood Grp,Card\n${right},9825054321,Blue,O+,\n${wrong},9825012345,Red,B+,2345 6789 0124\n`
  const record = await checkFile(scope, { sessionPublicId, file })
  const { rows } = await listRejected(scope, record, { page: 1, pageSize: 10 })
  expect(rows).toHaveLength(1)
  expect(rows[0]?.texts).toMatchObject({
    full_name: 'Asha Patel',
    own_10: 'Red',
    own_11: 'B+',
    own_12: 'XXXX XXXX 0124',
  })
  expect(rejectedColumns(record).map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Gender', 'House', 'Blood Grp', 'Card']),
  )
})

it('lists the sheets when the first one is empty, and reads the chosen one', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const list = `${known},Mobile\n${row('Asha Patel')},9825012345`.split('\n').map((line) => line.split(','))
  const file = await writeXlsx([
    { name: 'Cover', rows: [['Shri Vidyalaya']] },
    { name: 'Pupils of 2026', rows: list },
  ])
  const first = await checkFile(scope, { sessionPublicId, file, fileName: 'book.xlsx' })
  expect(first).toMatchObject({ state: 'columns', sheets: ['Cover', 'Pupils of 2026'] })
  const second = await choose(scope, first, {}, { sheet: 1 })
  expect(second).toMatchObject({ state: 'checked', counts: { new: 1, rejected: 0 } })
})

it('counts the most frequent problems over all rows', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const lines = Array.from({ length: 2_300 }, (_, index) => `${row(`Asha Patel${index}`, { caste: 'EWS' })},9825012345`)
  const record = await checkFile(scope, { sessionPublicId, file: `${known},Mobile\n${lines.join('\n')}\n` })
  const [category] = await countProblems(scope, record.id)
  expect(category).toMatchObject({ column: 'Category', rows: 2_300, values: [['EWS', 2_300]] })
})

it('keeps the newest import column last, since stored rows refer to columns by position', () => {
  for (const [kind, newest] of [
    ['students', 'left_on'],
    ['teachers', 'left_on'],
  ] as const) {
    const keys = kindOfImport(kind).columns.map(({ key }) => key)
    expect([keys[1], keys.at(-1)]).toEqual(['full_name', newest])
  }
})

it('lists at most 500 different values of a problem, the most frequent first', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const lines = Array.from({ length: 700 }, (_, index) => `${row('Asha Patel', { caste: `Jati ${index}` })},9825012345`)
  const often = Array.from({ length: 3 }, () => `${row('Ravi Shah', { caste: 'EWS' })},9825012345`)
  const file = `${known},Mobile\n${[...lines, ...often].join('\n')}\n`
  const problems = await countProblems(scope, (await checkFile(scope, { sessionPublicId, file })).id)
  const category = problems.find(({ column }) => column === 'Category')
  expect(category?.rows).toBe(703)
  expect(category?.values).toHaveLength(500)
  expect(category?.values[0]).toEqual(['EWS', 3])
})

it('lists imports by state, and only those of kinds that the user may import', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const record = await checkFile(scope, { sessionPublicId, file: `${known},Mobile\n${row('Ravi Patel')},9825054321\n` })
  const listed = async (state: 'checked' | 'done' | '', kinds: readonly ImportKind[] = ['students', 'teachers']) => {
    const filters = { kind: '', state } as const
    const query = { search: '', sort: 'newest', descending: false, page: 1, filters } as const
    return (await listImports(scope, kinds, query)).rows.map(({ publicId }) => publicId)
  }
  expect(await listed('')).toEqual([record.publicId])
  expect(await listed('checked')).toEqual([record.publicId])
  expect(await listed('done')).toEqual([])
  expect(await listed('', ['teachers'])).toEqual([])
})

it('shows 200 columns with long headings and values in Gujarati', async () => {
  const { scope, sessionPublicId } = await newSchool()
  const others = Array.from({ length: 190 }, (_, nth) => `${'વિદ્યાર્થી '.repeat(30)}${nth}`)
  const cells = others.map(() => 'ગુજરાતી'.repeat(10))
  const file = `${known},Mobile,${others.join(',')}\n${`${row('Asha Patel')},9825012345,${cells.join(',')}\n`.repeat(3)}`
  const record = await checkFile(scope, { sessionPublicId, file })
  expect(record.columns).toHaveLength(200)
  expect(record.columns.at(-1)?.heading).toHaveLength(200)
})
