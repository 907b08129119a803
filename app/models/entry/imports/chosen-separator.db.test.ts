import { expect, it } from 'vitest'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { currentSession } from '../../../../tests/factories/academics'
import { allRight, checkFile, recordOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { checkImport } from './check-import.server'
import type { ImportRecord } from './import-record.server'
import { chooseColumns, commitImport } from './imports.server'
import { runImport } from './run-import.server'
import { separatorChoice, separatorOfValue } from './values/separators'

/** Bars separate the columns, but only a split at the commas produces a heading that the portal knows (`Rs`). */
const file = 'Regn|Child, Class|Old, Rs\nR1|Asha, VI|1,250\nR2|Diya, V|2,300.50\n'

type Choice = Parameters<typeof chooseColumns>[2]

/** Submits the form of the columns, by default with the separator that the page shows, and checks the file again. */
async function send(scope: SchoolScope, record: ImportRecord, columns: Choice, chosen = shownIn(record)) {
  const separator = separatorOfValue(chosen)
  expect(await chooseColumns(scope, record.publicId, columns, { separator })).toMatchObject({ ok: true })
  await checkImport(scope, record.id, { takesLong: true })
  return recordOf(scope, record.publicId)
}

const shownIn = (record: ImportRecord) => separatorChoice(record)?.chosen ?? ''
const bar = '3'

async function upload() {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  for (const enrollmentNumber of ['R1', 'R2']) await makeStudent(school, { enrollmentNumber })
  const record = await checkFile(school.scope, { kind: 'opening_dues', file, sessionPublicId })
  return { ...school, record }
}

const headingsOf = ({ columns }: ImportRecord) => columns.map(({ heading }) => heading)

it('splits the rows at the chosen separator, and keeps this separator on the next pages', async () => {
  const { id, scope, record: found } = await upload()
  expect(found).toMatchObject({ state: 'columns', answers: {} })
  expect([headingsOf(found), shownIn(found)]).toEqual([['Regn|Child', 'Class|Old', 'Rs'], ''])

  // The other separator has cleared the columns that were chosen before.
  const read = await send(scope, found, found.chosen ?? {}, bar)
  expect([headingsOf(read), read.chosen, shownIn(read)]).toEqual([['Regn', 'Child, Class', 'Old, Rs'], {}, bar])

  const checked = await send(scope, read, { enrollment_number: 0, amount: 2 })
  expect(checked).toMatchObject({ state: 'checked', counts: { new: 2, rejected: 0 } })
  expect([headingsOf(checked), shownIn(checked)]).toEqual([headingsOf(read), bar])

  // Submits another page, whose form has no field for the separator.
  await chooseColumns(scope, checked.publicId, { ...checked.chosen, student_name: 1 }, {})
  await checkImport(scope, checked.id, { takesLong: true })
  const last = await recordOf(scope, checked.publicId)
  expect([headingsOf(last), shownIn(last)]).toEqual([headingsOf(read), bar])

  const again = await send(scope, last, { enrollment_number: 0, amount: 2 })
  expect(await commitImport(scope, again.publicId, { onlyValid: false, doubts: allRight })).toMatchObject({ ok: true })
  await runImport(scope, again.id)
  expect(
    await readRows(
      `SELECT s.enrollment_number AS number, d.amount_paise AS paise FROM dues d JOIN students s ON s.id = d.student_id
       WHERE d.school_id = :id ORDER BY d.id`,
      { id },
    ),
  ).toEqual([
    { number: 'R1', paise: 125_000 },
    { number: 'R2', paise: 230_050 },
  ])
})

it('detects the separator again when the clerk clears the choice', async () => {
  const { scope, record } = await upload()
  const chosen = await send(scope, record, {}, bar)
  const found = await send(scope, chosen, { enrollment_number: 0, amount: 2 }, '')
  expect([headingsOf(found), shownIn(found), found.chosen]).toEqual([headingsOf(record), '', record.chosen])
})
