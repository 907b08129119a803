import type { SchoolScope } from '~/models/shared/scope.server'
import type { DueKind } from './options'
import { isSettled } from './rules'
import { Due } from './tables.server'

/** Who raised a due, and whether it is settled now; null when the school has no such due. */
export async function findDueSource(
  scope: SchoolScope,
  dueId: number,
): Promise<{ kind: DueKind; sourceId: number; studentId: number; settled: boolean } | null> {
  const due = await Due.findOne({ where: { schoolId: scope.schoolId, id: dueId }, raw: true })
  return due && { kind: due.kind, sourceId: due.sourceId, studentId: due.studentId, settled: isSettled(due) }
}
