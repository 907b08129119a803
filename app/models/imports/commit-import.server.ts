import { execute, select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findImport } from './import-record.server'

export type CommitRefusal = 'not-found' | 'not-checked' | 'checked-anew' | 'has-rejected' | 'nothing-to-do'

/**
 * Lets a checked import be written by the worker. With `onlyValid` the rejected rows stay out; without, one rejected row refuses all
 * (`has-rejected`). `nothing-to-do`: no row is new or changed. `checked-anew`: what was decided on (`seen`, when that check ended) is not
 * what would be written by now. Pressed fifty times it runs once.
 */
export function commitImport(
  scope: SchoolScope,
  publicId: string,
  { onlyValid, seen }: { onlyValid: boolean; seen?: number },
): Promise<Outcome<undefined, CommitRefusal>> {
  return inTransaction(async () => {
    // Locked before it is read: another check waits, or this finds what that one found.
    await select('SELECT id FROM imports WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE', {
      schoolId: scope.schoolId,
      publicId,
    })
    const record = await findImport(scope, { publicId })
    if (!record) return refused('not-found')
    if (record.state === 'running' || record.state === 'done') return done()
    if (record.state !== 'checked') return refused('not-checked')
    if (seen !== undefined && seen !== record.updatedAt.getTime()) return refused('checked-anew')
    const { counts } = record
    if (!onlyValid && counts.rejected > 0) return refused('has-rejected')
    if (counts.new + counts.changed === 0) return refused('nothing-to-do')
    const changed = await execute(
      `UPDATE imports SET state = 'running', only_valid = :onlyValid, rows_done = 0, started_by = :actorId,
         started_by_name = :actorName, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND state = 'checked'`,
      {
        schoolId: scope.schoolId,
        id: record.id,
        onlyValid: onlyValid ? 1 : 0,
        actorId: scope.actor.id,
        actorName: scope.actor.name,
      },
    )
    if (changed === 0) return done()
    await recordAudit(scope, {
      action: 'import.started',
      subject: { kind: 'import', id: record.id },
      details: { kind: record.kind, file: record.fileName, onlyValid, rows: record.totalRows },
    })
    await enqueueRun(scope, record.id)
    return done()
  })
}

export function enqueueRun(scope: SchoolScope, importId: number, delaySeconds = 0): Promise<void> {
  return enqueueJob({
    kind: 'run-import',
    schoolId: scope.schoolId,
    payload: { importId },
    uniqueKey: `run-import:${importId}`,
    delaySeconds,
  })
}
