import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, it, vi } from 'vitest'

// Use a separate database: the worker claims any waiting import.
const database = await vi.hoisted(async () => (await import('../../tests/reliability/own-database')).ownDatabase())

import { closeDatabase } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { startImport } from '~/models/entry/imports/imports.server'
import { SheetTrouble } from '~/services/spreadsheets/port'
import { currentSession } from '../../tests/factories/academics'
import { fileOfStudents, recordOf } from '../../tests/factories/imports'
import { readRows } from '../../tests/factories/read'
import { makeSchool, makeStaff } from '../../tests/factories/school'
import { type RunningWorker, startWorker } from './loop.server'
import { handlers } from './registry.server'

/*
 * Imports of files whose reading takes the whole time limit. The worker uses its real queues and their slots; only the
 * timeout of the file reader is simulated.
 */

interface Reading {
  takesLong: boolean
  giveUp: () => void
}
const readings = vi.hoisted((): Reading[] => [])

vi.mock('~/services/spreadsheets/read-spreadsheet.server', async () => {
  const real = await import('~/services/spreadsheets/parse-spreadsheet.server')
  return {
    readSpreadsheet: (bytes: Uint8Array, { takesLong = false }) => {
      if (!Buffer.from(bytes).toString().startsWith('hostile')) return real.parseSpreadsheet(bytes)
      return new Promise((_resolve, reject) => {
        readings.push({ takesLong, giveUp: () => reject(new SheetTrouble('too-large-inside', { isSlow: true })) })
      })
    },
  }
})

let worker: RunningWorker | undefined
afterEach(async () => {
  for (const { giveUp } of readings) giveUp()
  await worker?.stop()
})

afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

async function upload(file: string): Promise<{ scope: SchoolScope; id: string; schoolId: number }> {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const { publicId: sessionPublicId } = await currentSession(school)
  const text = file === 'hostile' ? file : String(fileOfStudents(sessionPublicId).file)
  const started = await startImport(scope, {
    kind: 'students',
    sessionPublicId,
    createsClasses: true,
    sectionCapacity: 60,
    formKey: randomUUID(),
    file: { name: 'students.csv', bytes: Buffer.from(text) },
  })
  if (!started.ok) throw new Error(started.reason)
  return { scope, id: started.value, schoolId: school.id }
}

const stateOf = async ({ scope, id }: { scope: SchoolScope; id: string }) => {
  const { state, stoppedBecause } = await recordOf(scope, id)
  return [state, stoppedBecause]
}

it('reads slow files again in the background, one at a time, and refuses hostile ones with the usual message', async () => {
  const hostile = [await upload('hostile'), await upload('hostile'), await upload('hostile')]
  worker = startWorker({ handlers: { 'check-import': handlers['check-import'] } })
  const reading = (takesLong: boolean) => readings.filter((one) => one.takesLong === takesLong)
  // The hostile files share two urgent slots. Simulate the timeout of each reading, so that the next can start.
  for (const count of [1, 2, 3]) {
    await expect.poll(() => reading(false).length).toBeGreaterThanOrEqual(count)
    reading(false)[count - 1]?.giveUp()
  }
  await expect.poll(() => reading(true)).toHaveLength(1)
  const left = () =>
    readRows("SELECT class, lane, state FROM jobs WHERE kind = 'check-import' AND state <> 'done' ORDER BY state", {})
  await expect.poll(left).toEqual([
    { class: 'bulk', lane: 'import', state: 'waiting' },
    { class: 'bulk', lane: 'import', state: 'waiting' },
    { class: 'bulk', lane: 'import', state: 'running' },
  ])
  const small = await upload('small')
  await expect.poll(() => stateOf(small)).toEqual(['checked', null])
  expect(await Promise.all(hostile.map(stateOf))).toEqual(hostile.map(() => ['checking', null]))
  for (const count of [1, 2, 3]) {
    await expect.poll(() => reading(true)).toHaveLength(count)
    reading(true)[count - 1]?.giveUp()
  }
  await expect.poll(() => Promise.all(hostile.map(stateOf))).toEqual(hostile.map(() => ['failed', 'too-large-inside']))
})
