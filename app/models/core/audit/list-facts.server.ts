import { instant, type RowOf, selectRows, text, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

const fact = {
  action: text('action'),
  actorKind: wordOf<'staff' | 'student' | 'system' | 'guardian'>('actor_kind'),
  actorName: text('actor_name'),
  at: instant('created_at'),
}
export type Fact = RowOf<typeof fact>

export function listFacts(scope: SchoolScope, subject: { kind: string; id: number }): Promise<Fact[]> {
  return selectRows(
    fact,
    'FROM audit_entries WHERE school_id = :schoolId AND subject_kind = :kind AND subject_id = :id ORDER BY id LIMIT 100',
    { schoolId: scope.schoolId, ...subject },
  )
}
