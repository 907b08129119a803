import { inTransaction } from '~/database/transaction.server'
import { findImport } from '~/models/imports/import-record.server'
import { enqueueRun } from '~/models/imports/imports.server'
import { runImport } from '~/models/imports/run-import.server'
import { type SchoolScope, schoolScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

const busySeconds = 2

/** Writes a checked import in the name of whoever started it; while another one of the school is written it waits for its turn. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  const importId = Number(payload.importId)
  const record = await findImport(scope, { id: importId })
  if (!record) return
  const starter = schoolScope(scope.schoolId, { kind: 'staff', id: record.startedBy, name: record.startedByName })
  const answer = await runImport(starter, importId)
  if (answer === 'busy') await inTransaction(() => enqueueRun(scope, importId, busySeconds))
}
