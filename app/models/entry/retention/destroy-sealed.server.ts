import { execute } from '~/database/database.server'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import type { ClassKey } from './field-classes'
import { firstRestorable } from './restore-data.server'
import { destroyFiles, sealFiles } from './sealed-files.server'

/**
 * Destroys sealed data after thirty days, files before rows, in batches; also seals files that a run left unencrypted.
 * Several workers may run it at once.
 */
export async function sweepSealed(_system: SystemScope): Promise<void> {
  const first = firstRestorable()
  await destroyFiles('t.removed_on < :first', { first })
  await destroyRows('removed_on < :first', { first })
  await sealFiles(null)
}

/** Destroys a school's sealed data of a field class immediately, for data that the school no longer keeps at all. */
export async function destroyClass({ schoolId }: SchoolScope, classKey: ClassKey): Promise<void> {
  await destroyFiles('t.school_id = :schoolId AND t.class_key = :classKey', { schoolId, classKey })
  await destroyRows('school_id = :schoolId AND class_key = :classKey', { schoolId, classKey })
}

const atOnce = 500

async function destroyRows(condition: string, values: Record<string, string | number>): Promise<void> {
  while ((await execute(`DELETE FROM sealed_removals WHERE ${condition} LIMIT ${atOnce}`, values)) === atOnce);
}
