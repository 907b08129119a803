import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import { commitImport } from '~/models/entry/imports/imports.server'
import { startUndo } from '~/models/entry/imports/undo/undo-import.server'
import { currentSession } from '../factories/academics'
import { allRight, checkFile, importFile, recordOf } from '../factories/imports'
import { makeImportToUndo, withoutReversed } from '../factories/imports-to-undo'
import { readRow, readRows } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { snapshotOf } from '../factories/school-rows'
import { countRows, expireClaims, holdLock, openStage, type Stage, until, untilLockWait } from '../reliability/stage'

/*
 * Sends kill -9 in the middle of an import, and in the middle of its undo: neither is left half done, and the next
 * worker completes the interrupted job.
 */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

let stage: Stage
beforeAll(async () => {
  stage = await openStage(database.url)
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

const rows = 2_000

function fileOf(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `K/${index},Asha,Patel,F,14/06/2015,Gen,Rajesh,Hansa,${7_000_000_000 + index},${index} Shanti Nagar,${1 + (index % 10)},A`,
  )
  return `GR No,First name,Surname,Sex,DOB,Caste,Father,Mother,Mobile,Address,Std,Div\n${lines.join('\n')}\n`
}

it('writes nothing of an import whose worker is killed half-way, and completes it with the next worker', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const session = await currentSession(school)
  const checked = await checkFile(scope, {
    file: fileOf(rows),
    sessionPublicId: session.publicId,
    sectionCapacity: 500,
  })
  expect(checked).toMatchObject({ state: 'checked', counts: { new: rows } })
  expect(await commitImport(scope, checked.publicId, { onlyValid: false, doubts: allRight })).toMatchObject({
    ok: true,
  })
  const made = () => countRows('students WHERE school_id = :id', { id: school.id })

  // The last statement of an import updates the import's own row. Locking that row makes the worker wait with
  // everything written and nothing committed.
  const record = await holdLock(() =>
    readRows('SELECT id FROM imports WHERE public_id = :id FOR UPDATE', { id: checked.publicId }),
  )
  const first = await stage.startWorker()
  await untilLockWait()
  await first.stop('SIGKILL')
  await record.release()
  expect((await recordOf(scope, checked.publicId)).state).toBe('running')
  expect(await made()).toBe(0)
  expect(await countRows('classes WHERE school_id = :id', { id: school.id })).toBe(0)

  await expireClaims()
  const second = await stage.startWorker()
  await until(async () => expect((await recordOf(scope, checked.publicId)).state).toBe('done'))
  expect(await made()).toBe(rows)
  const seats = await readRow<{ taken: number }>(
    'SELECT CAST(SUM(taken) AS SIGNED) AS taken FROM section_seats WHERE school_id = :id',
    { id: school.id },
  )
  expect(seats?.taken).toBe(rows)
  expect(await countRows('enrollments WHERE school_id = :id', { id: school.id })).toBe(rows)
  expect(await second.stop()).toBe(0)
})

it('keeps an import as it was when the worker is killed half-way through its undo, and completes the undo with the next worker', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const session = await currentSession(school)
  const before = await snapshotOf(school.id)
  const record = await importFile(scope, { file: fileOf(200), sessionPublicId: session.publicId, sectionCapacity: 500 })
  expect(record).toMatchObject({ state: 'done', counts: { new: 200 } })
  expect(await killInUndo({ schoolId: school.id, scope, record })).toEqual(before)
})

it('reverses no payment when the worker is killed half-way through the undo of payments, and each one once afterwards', async () => {
  const { school, scope, record, before } = await makeImportToUndo('paid_fees')
  // Otherwise the worker would also make the receipts' files, which the comparison would show as changes.
  await execute('DELETE FROM jobs WHERE school_id = :id', { id: school.id })
  const after = await killInUndo({ schoolId: school.id, scope, record })
  expect(withoutReversed(after, before)).toEqual(before)
  // One payment is older than the import. Each of the two imported payments has its line and one that reverses it.
  expect([after.payments?.length, after.payment_lines?.length, after.receipts?.length]).toEqual([3, 5, 3])
})

/**
 * Kills the worker in the middle of the undo, lets the next one complete it, and returns the school's rows after that.
 */
async function killInUndo({ schoolId, scope, record }: { schoolId: number; scope: SchoolScope; record: ImportRecord }) {
  const imported = await snapshotOf(schoolId)
  expect(await startUndo(scope, record.publicId, { rest: false })).toMatchObject({ ok: true })

  // The undo updates the import's own row last: the worker waits with everything taken back and nothing committed.
  const held = await holdLock(() =>
    readRows('SELECT id FROM imports WHERE public_id = :id FOR UPDATE', { id: record.publicId }),
  )
  const first = await stage.startWorker()
  await untilLockWait()
  await first.stop('SIGKILL')
  await held.release()
  expect((await recordOf(scope, record.publicId)).state).toBe('undoing')
  expect(await snapshotOf(schoolId)).toEqual(imported)

  await expireClaims()
  const second = await stage.startWorker()
  await until(async () => expect((await recordOf(scope, record.publicId)).state).toBe('undone'))
  const after = await snapshotOf(schoolId)
  expect(await second.stop()).toBe(0)
  return after
}
