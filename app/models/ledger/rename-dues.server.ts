import type { SchoolScope } from '~/models/shared/scope.server'
import type { DueKind } from './options'
import { Due } from './tables.server'

/** What the dues of one source are called from now on; receipts already issued keep their words. */
export async function renameDues(
  scope: SchoolScope,
  of: { kind: DueKind; sourceId: number; name: string; title: string },
): Promise<void> {
  await Due.update(
    { name: of.name, title: of.title },
    { where: { schoolId: scope.schoolId, kind: of.kind, sourceId: of.sourceId } },
  )
}
