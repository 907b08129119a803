import { expect, it } from 'vitest'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { checkImport } from './check-import.server'
import type { Answers } from './decide/port'
import type { ImportRecord } from './import-record.server'
import { chooseColumns, commitImport } from './imports.server'
import { listRejected } from './queries.server'
import { runImport } from './run-import.server'

async function newSchool() {
  const { id, scope } = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession({ id })
  const choose = async (record: ImportRecord, answers: Answers, chosen = record.chosen ?? {}) => {
    expect(await chooseColumns(scope, record.publicId, chosen, { answers })).toMatchObject({ ok: true })
    await checkImport(scope, record.id, { takesLong: true })
    return recordOf(scope, record.publicId)
  }
  const run = async (record: ImportRecord) => {
    expect(await commitImport(scope, record.publicId, { onlyValid: true })).toMatchObject({ ok: true })
    await runImport(scope, record.id)
    return recordOf(scope, record.publicId)
  }
  return { id, scope, sessionPublicId, choose, run }
}

const shownOf = async ({ scope }: Pick<Awaited<ReturnType<typeof newSchool>>, 'scope'>, record: ImportRecord) =>
  (await rowsOf(scope, record)).map(({ shown }) => shown.map(([label, text, cell]) => [label, text, cell]))

const short = `GR No,Name,Gender,DOB,Father,Mother,Mobile
S1,Asha Patel,F,14/06/2015,Rajesh Patel,Hansa Patel,9825020001
S2,Om Shah,M,31/02/2015,Nilesh Shah,Komal Shah,9825020002
`

it('gives all rows the class, category and address that the user enters for the file', async () => {
  const school = await newSchool()
  const { id, scope, sessionPublicId, choose, run } = school
  const record = await checkFile(scope, { file: short, sessionPublicId })
  expect(record.state).toBe('columns')
  const values = { 'all:class': '6 A', 'all:category': 'General', 'all:address': 'Rajkot' }
  const checked = await choose(record, values)
  expect(checked).toMatchObject({ state: 'checked', counts: { new: 1, rejected: 1 }, answers: values })
  expect(checked.notes).toContain('Class is 6 A in all rows, as entered. For another one, use Change columns.')
  const [shown = []] = await shownOf(school, checked)
  expect(shown).toContainEqual(['Class and section', 'Class 6 – A', ''])
  expect(shown).toContainEqual(['Category', 'General', ''])
  // The list of rejected rows has the values, so that it can be corrected and imported alone.
  const rejected = await listRejected(scope, checked, { page: 1, pageSize: 10 })
  expect(rejected.rows[0]?.texts).toMatchObject({ enrollment_number: 'S2', category: 'General', class: '6 A' })
  const done = await run(checked)
  expect(done).toMatchObject({ state: 'done', counts: { new: 1 } })
  expect(done.notes).toEqual(expect.arrayContaining(checked.notes))
  expect(
    await readRows(
      `SELECT s.category, a.address, CONCAT(c.name, ' – ', sec.name) AS section FROM students s
       JOIN student_addresses a ON a.student_id = s.id JOIN enrollments e ON e.student_id = s.id JOIN sections sec ON sec.id = e.section_id JOIN classes c ON c.id = e.class_id
       WHERE s.school_id = :id`,
      { id },
    ),
  ).toEqual([{ category: 'General', address: 'Rajkot', section: 'Class 6 – A' }])
})

it('books all payments with the method and day that the user enters, and asks when the day is ambiguous', async () => {
  const school = await newSchool()
  const { id, scope, sessionPublicId, choose, run } = school
  await importFile(scope, {
    file: `${short.replace('Mobile', 'Mobile,Category,Address,Std').replace('001\n', '001,OBC,Rajkot,6\n')}`,
    sessionPublicId,
  })
  await importFile(scope, { kind: 'opening_dues', file: 'GR No,Amount\nS1,4500\n', sessionPublicId })
  const record = await checkFile(scope, { kind: 'paid_fees', file: 'GR No,Amount\nS1,1000\n', sessionPublicId })
  expect(record.state).toBe('columns')
  const asked = await choose(record, { 'all:method': 'Cash', 'all:paid_on': '01/06/2025' })
  expect(asked.questions.map((question) => question.id)).toEqual(['order:paid_on'])
  const checked = await choose(asked, { 'all:paid_on': '1 June 2025' })
  expect(checked).toMatchObject({ state: 'checked', counts: { new: 1 } })
  const [shown = []] = await shownOf(school, checked)
  expect(shown).toContainEqual(['Payment', 'Cash', ''])
  expect(shown).toContainEqual(['Payment', '1 Jun 2025', ''])
  await run(checked)
  expect(
    await readRows(
      `SELECT method, DATE_FORMAT(CONVERT_TZ(paid_at, '+00:00', '+05:30'), '%Y-%m-%d') AS day, amount_paise AS amount
       FROM payments WHERE school_id = :id`,
      { id },
    ),
  ).toEqual([{ method: 'cash', day: '2025-06-01', amount: 100_000 }])
})

it('forgets a value for all rows when the user empties it or chooses a column for it', async () => {
  const { scope, sessionPublicId, choose } = await newSchool()
  const file = short.replace('Mobile\n', 'Mobile,Kind\n').replaceAll(/(00[12])\n/g, '$1,OBC\n')
  const record = await checkFile(scope, { file, sessionPublicId })
  const values = { 'all:class': '6', 'all:category': 'General', 'all:address': 'Rajkot' }
  const checked = await choose(record, values)
  expect((await choose(checked, { 'all:address': '' })).answers).toEqual({
    'all:class': '6',
    'all:category': 'General',
  })
  const moved = await choose(checked, { 'all:address': 'Rajkot' }, { ...checked.chosen, category: 7 })
  expect(moved.answers).toEqual({ 'all:class': '6', 'all:address': 'Rajkot' })
  expect(moved.notes.filter((note) => note.startsWith('Category'))).toEqual([])
})
