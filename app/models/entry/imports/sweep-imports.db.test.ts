import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, fileOfStudents, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { makeSchool } from '../../../../tests/factories/school'
import { sweepImports } from './import-file.server'
import { fileKeptDays, type ImportState, importStates, rowsKeptDays } from './options'

/** Days and hours since an import was created and since a worker last touched it. */
interface Age {
  days: number
  touchedHours: number
}

/** Sweeps an import of this state and age. Returns whether rows, file and column samples are left. */
async function leftAfterSweep(state: ImportState, { days, touchedHours }: Age) {
  const { scope, ...school } = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  const record = await checkFile(scope, fileOfStudents(sessionPublicId))
  await execute(
    `UPDATE imports SET state = :state, created_at = UTC_TIMESTAMP(3) - INTERVAL :days DAY,
       updated_at = UTC_TIMESTAMP(3) - INTERVAL :touchedHours HOUR WHERE id = :id`,
    { state, days, touchedHours, id: record.id },
  )
  await sweepImports(systemScope())
  const after = await recordOf(scope, record.publicId)
  return {
    state: after.state,
    rows: (await rowsOf(scope, record)).length,
    hasFile: after.fileId !== null,
    hasSamples: after.columns.length > 0,
  }
}

/** State of an old import after the sweep: it ends what no worker and no user will continue. */
const endStates: Record<ImportState, ImportState> = {
  checking: 'failed',
  columns: 'failed',
  checked: 'failed',
  running: 'failed',
  done: 'done',
  failed: 'failed',
  undoing: 'done',
  undone: 'undone',
}

it.each(importStates)(
  'deletes the rows, the file and the column samples of an old import that is %s',
  async (state) => {
    const left = await leftAfterSweep(state, { days: rowsKeptDays + 1, touchedHours: 24 })
    expect(left).toEqual({ state: endStates[state], rows: 0, hasFile: false, hasSamples: false })
  },
)

it.each(importStates.filter((state) => !['checking', 'running', 'undoing'].includes(state)))(
  'deletes only the file of an import that is %s and younger than thirty days',
  async (state) => {
    const left = await leftAfterSweep(state, { days: rowsKeptDays - 1, touchedHours: 24 })
    expect(left).toEqual({ state, rows: 2, hasFile: false, hasSamples: true })
    expect(await leftAfterSweep(state, { days: fileKeptDays - 1, touchedHours: 24 })).toMatchObject({ hasFile: true })
  },
)

it.each(['checking', 'running', 'undoing'] as const)(
  'keeps the rows of an old import that is %s while a worker still touches it',
  async (state) => {
    const left = await leftAfterSweep(state, { days: rowsKeptDays + 1, touchedHours: 1 })
    expect(left).toMatchObject({ state, rows: 2 })
  },
)
