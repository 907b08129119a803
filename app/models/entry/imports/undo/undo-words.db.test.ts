import { expect, it } from 'vitest'
import { currentSession } from '../../../../../tests/factories/academics'
import { allRight, checkFile, recordOf } from '../../../../../tests/factories/imports'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { snapshotOf } from '../../../../../tests/factories/school-rows'
import { checkImport } from '../check-import.server'
import { chooseColumns, commitImport } from '../imports.server'
import { runImport } from '../run-import.server'
import { startUndo, undoImport } from './undo-import.server'

it('removes everything that the import added, except the meanings chosen for headings and values', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const { publicId: sessionPublicId } = await currentSession(school)
  const before = await snapshotOf(school.id)
  const head = 'GR No,First name,Last name,Gender,DOB,Category,Father,Mother,Mobile,Address,Std,Ghar'
  const file = `${head}\nR1,Asha,Patel,F,14/06/2015,Savarna,Rajesh,Hansa,9825012345,7 Shanti Nagar,6,A\n`
  const record = await checkFile(scope, { file, sessionPublicId })
  const choice = { ...record.chosen, section: 11 }
  const values = [{ columnKey: 'category', value: 'Savarna', meaning: 'General' }]
  expect(await chooseColumns(scope, record.publicId, choice, { values })).toMatchObject({ ok: true })
  await checkImport(scope, record.id, { takesLong: true })
  expect(await commitImport(scope, record.publicId, { onlyValid: false, doubts: allRight })).toMatchObject({ ok: true })
  await runImport(scope, record.id)
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'done', counts: { new: 1 } })
  expect(await startUndo(scope, record.publicId, { rest: false })).toMatchObject({ ok: true })
  expect(await undoImport(scope, record.id)).toBe('over')
  const { import_words: words = [], ...rest } = await snapshotOf(school.id)
  expect(rest).toEqual(before)
  const chosen = words.map((text) => JSON.parse(text)).map((word) => [word.column_key, word.word, word.meaning])
  expect(chosen).toContainEqual(['', 'ghar', 'section'])
  expect(chosen).toContainEqual(['category', 'savarna', 'General'])
})
