import { checkImport } from '~/models/imports/check-import.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

/** Reads an uploaded file and says what would become of each row. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  await checkImport(scope, Number(payload.importId))
}
