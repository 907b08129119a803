import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

export type Fact = {
  action: string
  actorKind: 'staff' | 'student' | 'system' | 'guardian'
  actorName: string
  at: Date
}

export function listFacts(scope: SchoolScope, subject: { kind: string; id: number }): Promise<Fact[]> {
  return select<Fact>(
    `SELECT action, actor_kind AS actorKind, actor_name AS actorName, created_at AS at FROM audit_entries
     WHERE school_id = :schoolId AND subject_kind = :kind AND subject_id = :id ORDER BY id LIMIT 100`,
    { schoolId: scope.schoolId, ...subject },
  )
}
