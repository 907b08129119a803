import { createHash } from 'node:crypto'
import { inTransaction } from '~/database/database.server'
import { isDatabaseGone } from '~/database/errors.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { isWorkerSilent } from '~/models/core/outbox/job-queue.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findSession } from '~/models/people/academics/queries.server'
import type { Separator } from '~/services/spreadsheets/port'
import { fileStore } from '~/services/storage/file-store.server'
import type { ColumnChoice } from './columns'
import { type Answers, columnOfQuestion, type StoredAnswers } from './decide/port'
import type { DoubtAnswers, StoredPreview } from './doubts'
import { keepUpload, storeUpload } from './import-file.server'
import { findQuotaRefusal, isImportLimitReached } from './import-quota.server'
import { changeImport, findImport, type ImportRecord, mayCheckAgain } from './import-record.server'
import { keepWords, type ValueMeaning } from './import-words.server'
import { kindOfImport } from './kinds/registry.server'
import type { ImportKind } from './options'
import { type LeftOut, leaveOutRows } from './stored-rows.server'
import { Import } from './tables.server'
import { wideColumnKey } from './wide-columns'

export interface NewImport {
  kind: ImportKind
  file: { name: string; bytes: Uint8Array }
  /** Public id of the session; null for kinds without one. */
  sessionPublicId: string | null
  /** Whether missing classes and sections are created. */
  createsClasses: boolean
  sectionCapacity: number
  /** For fees already paid: true when the payments keep their old receipts and get no new ones. */
  keepsReceipts?: boolean
  formKey: string
}

/**
 * Stores a file and lets the worker check it; changes no data of the school yet. The same form submitted twice creates
 * one import. Returns its public id. Refuses `no-such-session`, and `busy` and `full` as `findQuotaRefusal` does.
 */
export async function startImport(
  scope: SchoolScope,
  input: NewImport,
): Promise<Outcome<string, 'no-such-session' | 'busy' | 'full'>> {
  const { schoolId } = scope
  const { kind, file, sessionPublicId, createsClasses, sectionCapacity, keepsReceipts = false, formKey } = input
  const session = sessionPublicId === null ? null : await findSession(scope, sessionPublicId)
  if (sessionPublicId !== null && !session) return refused('no-such-session')
  const stored = await storeUpload(scope, file.bytes)
  const publicId = newPublicId()
  const dropStored = () => fileStore().remove(stored.key)
  const outcome = await createOnce<never, { ok: false; reason: 'busy' | 'full' }>(
    { table: Import, scope, formKey, taken: {} },
    async () => {
      const refusal = await findQuotaRefusal(scope, stored.sizeBytes, formKey)
      if (refusal) return refused(refusal)
      const { id } = await Import.create({
        publicId,
        schoolId,
        kind,
        state: 'checking',
        fileId: await keepUpload(scope, stored, file.name),
        fileName: file.name,
        contentHash: createHash('sha256').update(file.bytes).digest('hex'),
        academicSessionId: session?.id ?? null,
        makesPlaces: createsClasses,
        sectionCapacity,
        keepsReceipts,
        startedBy: scope.actor.id,
        startedByName: scope.actor.name,
        formKey,
      })
      await enqueueCheck(scope, id)
      return done(publicId)
    },
  ).catch(async (error: unknown) => {
    // If the database connection was lost, the import and its file may have been saved; the sweep removes unowned
    // files.
    if (!isDatabaseGone(error)) await dropStored()
    throw error
  })
  if (!outcome.ok || outcome.value !== publicId) await dropStored()
  return outcome
}

interface MoreChoices {
  values?: readonly ValueMeaning[]
  sheet?: number
  answers?: Answers
  /** Separator of a CSV file; empty to let the reader find it. */
  separator?: Separator | ''
}

/**
 * Stores the chosen columns and meanings of values, also for the school's next file, and checks the file again. Another
 * sheet or separator clears the chosen columns and answers, because they belong to the previous one. Refuses `too-late`
 * (being checked or written, or finished), `file-gone`, and `busy` (the limit of imports being checked or written is
 * reached).
 */
export function chooseColumns(
  scope: SchoolScope,
  publicId: string,
  columnChoice: ColumnChoice,
  { values = [], sheet, answers = {}, separator }: MoreChoices = {},
) {
  return inTransaction(async () => {
    const isBusy = await isImportLimitReached(scope)
    const record = await findImport(scope, { publicId })
    if (!record) return refused('not-found')
    if (record.state !== 'columns' && record.state !== 'checked') return refused('too-late')
    if (record.fileId === null) return refused('file-gone')
    if (isBusy) return refused('busy')
    const specs = kindOfImport(record.kind).columns
    const knownKeys = new Set(specs.map((spec) => spec.key))
    const columnIndexes = new Set(record.columns.map((column) => column.index))
    const columnsChosen = Object.fromEntries(
      Object.entries(columnChoice).filter(
        ([key, index]) => (knownKeys.has(key) || key === wideColumnKey(index)) && columnIndexes.has(index),
      ),
    )
    const isOtherSheet = sheet !== undefined && sheet !== record.sheet && sheet in record.sheets
    const isOtherSeparator = separator !== undefined && separator !== (record.answers.separator ?? '')
    const isOther = isOtherSheet || isOtherSeparator
    const change = {
      state: 'checking',
      rowsDone: 0,
      ...(isOther
        ? {
            columnsChosen: null,
            answers: separator ? answered({ separator }) : null,
            ...(isOtherSheet ? { sheet } : {}),
          }
        : { columnsChosen, answers: answered(withoutEmpty({ ...keptAnswers(record, columnsChosen), ...answers })) }),
    } as const
    if (!(await changeImport(scope, record.id, ['columns', 'checked'], change))) return refused('too-late')
    if (!isOther) await keepWords(scope, record.kind, { columns: record.columns, chosen: columnsChosen, values })
    await enqueueCheck(scope, record.id)
    return done()
  })
}

const withoutEmpty = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))

const answered = (answers: Answers): StoredAnswers => ({ answers, questions: [], contradictions: [] })

/** Answers that still concern the same column of the file. */
function keptAnswers({ answers, chosen }: ImportRecord, columnsChosen: ColumnChoice): Answers {
  const isSame = (key: string) => chosen?.[key] === columnsChosen[key]
  return Object.fromEntries(Object.entries(answers).filter(([id]) => isSame(columnOfQuestion(id))))
}

/**
 * Checks a failed import's file once more, with the same columns. Refuses `too-late` (it did not fail, or the file
 * itself is wrong), `file-gone`, and `busy` as `chooseColumns` does.
 */
export function checkAgain(scope: SchoolScope, publicId: string) {
  return inTransaction(async () => {
    const isBusy = await isImportLimitReached(scope)
    const record = await findImport(scope, { publicId })
    if (!record) return refused('not-found')
    if (record.state === 'checking') return done()
    if (record.state === 'failed' && record.fileId === null) return refused('file-gone')
    if (!mayCheckAgain(record)) return refused('too-late')
    if (isBusy) return refused('busy')
    const change = { state: 'checking', stoppedBecause: null, finishedAt: null, onlyValid: null, rowsDone: 0 } as const
    if (await changeImport(scope, record.id, 'failed', change)) await enqueueCheck(scope, record.id)
    return done()
  })
}

/**
 * Lets the worker write a checked import; repeated calls start it once. With `onlyValid` it skips rejected rows;
 * otherwise one rejected row refuses all (`has-rejected`). Rejects doubted rows that the user does not confirm. Refuses
 * `has-doubts` (a kind of doubt has no answer) and `nothing-to-do` (no row is new or changed). Refuses `checked-again`
 * if the last check ended at another time than `seen`, and `busy` as `chooseColumns` does.
 */
export function commitImport(
  scope: SchoolScope,
  publicId: string,
  { onlyValid, seen, doubts = {} }: { onlyValid: boolean; seen?: number; doubts?: DoubtAnswers },
) {
  return inTransaction(async () => {
    const isBusy = await isImportLimitReached(scope)
    const record = await lockThing(Import, scope, publicId)
    if (!record) return refused('not-found')
    if (record.state === 'running' || record.state === 'done') return done()
    if (record.state !== 'checked') return refused('not-checked')
    if (seen !== undefined && seen !== record.updatedAt.getTime()) return refused('checked-again')
    const doubted = record.preview?.doubts ?? []
    const leftOut = leftOutOf(doubted, doubts)
    if (leftOut === null) return refused('has-doubts')
    if (isBusy) return refused('busy')
    const { new: newLeftOut, changed: changedLeftOut } = await leaveOutRows(scope, record.id, leftOut)
    const counts = {
      newRows: record.newRows - newLeftOut,
      changedRows: record.changedRows - changedLeftOut,
      rejectedRows: record.rejectedRows + newLeftOut + changedLeftOut,
    }
    // A refusal rolls the transaction back, which restores the rows that were left out above.
    if (!onlyValid && counts.rejectedRows > 0) return refused('has-rejected')
    if (counts.newRows + counts.changedRows === 0) return refused('nothing-to-do')
    await changeImport(scope, record.id, 'checked', {
      state: 'running',
      ...counts,
      onlyValid: Number(onlyValid),
      rowsDone: 0,
      startedBy: scope.actor.id,
      startedByName: scope.actor.name,
    })
    await recordAudit(scope, {
      action: 'import.started',
      subject: { kind: 'import', id: record.id },
      details: {
        kind: record.kind,
        file: record.fileName,
        onlyValid,
        rows: record.totalRows,
        ...(doubted.length > 0 ? { doubted: rowsOf(doubted), leftOut: newLeftOut + changedLeftOut } : {}),
      },
    })
    await enqueueRun(scope, record.id)
    return done()
  })
}

type CountedDoubts = StoredPreview['doubts']

const rowsOf = (doubted: CountedDoubts) => doubted.reduce((sum, [, rows]) => sum + rows, 0)

/** Doubted rows that the answers leave out; null if a kind of doubt has no answer. */
function leftOutOf(doubted: CountedDoubts, answers: DoubtAnswers): LeftOut | null {
  if (doubted.some(([kind]) => answers[kind] === undefined)) return null
  return doubted.flatMap(([kind]) => {
    const answer = answers[kind]
    if (answer === undefined || answer === 'right') return []
    return [{ kind, exceptLines: answer === 'wrong' ? [] : answer.some }]
  })
}

const enqueue = (kind: 'check-import' | 'run-import', scope: SchoolScope, importId: number, delaySeconds = 0) =>
  enqueueJob({ kind, schoolId: scope.schoolId, payload: { importId }, uniqueKey: `${kind}:${importId}`, delaySeconds })

const enqueueCheck = (scope: SchoolScope, importId: number) => enqueue('check-import', scope, importId)

/**
 * Returns true when the worker that checks, writes or undoes the import has probably ended: another worker resumes the
 * job within a minute or so.
 */
export function isImportLost(scope: SchoolScope, importId: number): Promise<boolean> {
  const kinds = ['check-import', 'check-import-long', 'run-import', 'undo-import']
  return isWorkerSilent(
    scope,
    kinds.map((kind) => `${kind}:${importId}`),
  )
}

/**
 * Runs in the caller's transaction: enqueues another read of the file with more time, in a queue where no other import
 * waits for it.
 */
export function enqueueLongCheck({ schoolId }: SchoolScope, importId: number): Promise<void> {
  return enqueueJob({
    kind: 'check-import',
    class: 'bulk',
    schoolId,
    payload: { importId, pace: 'long' },
    uniqueKey: `check-import-long:${importId}`,
  })
}

export function enqueueRun(scope: SchoolScope, importId: number, delaySeconds = 0): Promise<void> {
  return enqueue('run-import', scope, importId, delaySeconds)
}
