import { inTransaction } from '~/database/database.server'
import { violatedConstraint } from '~/database/errors.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { dropUpload } from './import-file.server'
import {
  changeImport,
  counterOf,
  countOutcomes,
  findImport,
  type ImportRecord,
  settingsOf,
  stopImport,
} from './import-record.server'
import type { Stale, Verdict } from './kinds/port'
import { kindOfImport } from './kinds/registry.server'
import { noteOutcomes, readGoodRows } from './stored-rows.server'
import { takeTurn } from './take-turn.server'
import { beginTrace } from './undo/trace.server'

const rounds = 3

/** `over`: done, or stopped with a reason; `busy`: another import of the school is being written, so try again soon. */
export type RunAnswer = 'over' | 'busy'

/**
 * Writes a checked import in a single transaction, so that nothing remains after a crash and the import can be run
 * again. Plans the rows again against the school's current data, so repeating a file changes nothing. With "all or
 * nothing", one row that has become invalid stops everything.
 */
export async function runImport(scope: SchoolScope, importId: number): Promise<RunAnswer> {
  for (let round = 1; ; round++) {
    const answer = await inTransaction(() => write(scope, importId)).catch((error: unknown) => {
      if (violatedConstraint(error) === null) throw error
      return refused('collision')
    })
    if (answer === 'busy') return 'busy'
    if (!('ok' in answer)) {
      await tell(scope, importId, answer)
      return 'over'
    }
    if (round === rounds) {
      await stopImport(scope, importId, 'collision')
      return 'over'
    }
  }
}

/** Runs after the transaction: removes the file's bytes, and saves rejected rows of an import that wrote nothing. */
async function tell(scope: SchoolScope, importId: number, { storageKey, rejected, rejectedBefore }: Written) {
  if (storageKey) await fileStore().remove(storageKey)
  if (rejected.length === 0) return
  await noteOutcomes(scope, importId, rejected)
  await changeImport(scope, importId, 'running', { rejectedRows: rejectedBefore + rejected.length })
  await stopImport(scope, importId, 'rejected')
}

interface Written {
  storageKey: string | null
  /** Rows that have become invalid since the check, for an all-or-nothing import; then nothing was written. */
  rejected: Array<{ line: number; verdict: Verdict }>
  rejectedBefore: number
}

async function write(scope: SchoolScope, importId: number): Promise<Written | 'busy' | Stale> {
  if (!(await takeTurn(scope))) return 'busy'
  const record = await findImport(scope, { id: importId })
  if (record?.state !== 'running') return { storageKey: null, rejected: [], rejectedBefore: 0 }
  const rejectedBefore = record.counts.rejected
  const kind = kindOfImport(record.kind)
  const rows = await readGoodRows(scope, importId, kind.columns)
  const plan = await kind.plan(scope, rows, settingsOf(record), { lock: true })
  const differing = rows.flatMap(({ line, outcome }, index) => {
    const verdict = plan.verdicts[index]
    // Saves the problems of a partly applied row, even if its outcome is the same as in the check.
    const isOther = verdict && (verdict.outcome !== outcome || verdict.problems.length > 0)
    return isOther ? [{ line, verdict }] : []
  })
  const rejected = differing.filter(({ verdict }) => verdict.outcome === 'rejected')
  if (rejected.length > 0 && record.onlyValid !== 1) return { storageKey: null, rejected, rejectedBefore }
  const endTrace = await beginTrace(scope, plan.touches)
  const made = await plan.write(scope, counterOf(scope, importId, record.counts.unchanged))
  if (!made.ok) return made
  await endTrace(importId, made)
  await noteOutcomes(scope, importId, differing)
  return { storageKey: await finish(scope, record, plan.verdicts), rejected: [], rejectedBefore }
}

/** Ends a run and audits it. Returns the storage key of the file, for its removal. */
async function finish(scope: SchoolScope, record: ImportRecord, verdicts: readonly Verdict[]) {
  const counts = countOutcomes(verdicts)
  counts.rejectedRows += record.counts.rejected
  const end = { state: 'done', fileId: null, rowsDone: record.totalRows, finishedAt: new Date() } as const
  const isRecorded = await changeImport(scope, record.id, 'running', { ...end, ...counts })
  if (!isRecorded) throw new Error('The import was given up while it ran')
  const storageKey = await dropUpload(scope, record.fileId)
  await recordAudit(scope, {
    action: 'import.finished',
    subject: { kind: 'import', id: record.id },
    details: {
      kind: record.kind,
      file: record.fileName,
      new: counts.newRows,
      changed: counts.changedRows,
      unchanged: counts.unchangedRows,
      rejected: counts.rejectedRows,
    },
  })
  return storageKey
}
