import { outsideTransaction, selectRow, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { ImportSettings } from './kinds/port'
import { type ImportState, type RowOutcome, recheckedReasons, rowsKeptDays, type StopReason } from './options'
import { Import } from './tables.server'

const columns = { ...columnsOf(Import, 'i'), sessionName: textOrNull('a.name') }

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

export async function findImport(scope: SchoolScope, importKey: { id: number } | { publicId: string }) {
  const row = await selectRow(
    columns,
    `FROM imports i LEFT JOIN academic_sessions a ON a.id = i.academic_session_id
     WHERE i.school_id = :schoolId AND ${'id' in importKey ? 'i.id = :id' : 'i.public_id = :publicId'}`,
    { schoolId: scope.schoolId, ...importKey },
  )
  if (!row) return null
  const {
    newRows,
    changedRows,
    unchangedRows,
    rejectedRows,
    notes,
    sheets,
    sheetColumns,
    columnsChosen,
    answers,
    preview,
    ...rest
  } = row
  const counts = { new: newRows, changed: changedRows, unchanged: unchangedRows, rejected: rejectedRows }
  const asked = answers ?? { answers: {}, questions: [], contradictions: [] }
  const lists = { columns: sheetColumns ?? [], sheets: sheets ?? [], notes: notes ?? [] }
  const { totals, doubts } = preview ?? { totals: [], doubts: [] }
  return { ...rest, ...lists, chosen: columnsChosen, counts, totals, doubts, ...asked }
}

/** Changes an import whose state is in `from`; returns false when it has another state. */
export async function changeImport(
  scope: SchoolScope,
  id: number,
  from: ImportState | ImportState[],
  change: Parameters<typeof Import.update>[0],
): Promise<boolean> {
  const [changed] = await Import.update(change, { where: { schoolId: scope.schoolId, id, state: from } })
  return changed > 0
}

/** Returns true when a failed import's file still exists and a second check may succeed. */
export function mayCheckAgain(record: Pick<ImportRecord, 'state' | 'fileId' | 'stoppedBecause'>): boolean {
  const { state, fileId, stoppedBecause } = record
  return state === 'failed' && fileId !== null && recheckedReasons.some((one) => one === stoppedBecause)
}

export function rowsAreKept({ createdAt }: ImportRecord): boolean {
  return Date.now() - createdAt.getTime() < rowsKeptDays * 86_400_000
}

export function settingsOf(record: ImportRecord): ImportSettings {
  const { academicSessionId: sessionId, makesPlaces: createsClasses, sectionCapacity, keepsReceipts } = record
  const { heading: numberHeading = '' } =
    record.columns.find(({ index }) => index === record.chosen?.enrollment_number) ?? {}
  return { sessionId, createsClasses, sectionCapacity, keepsReceipts, numberHeading, today: todayInIndia(new Date()) }
}

export function countOutcomes(verdicts: ReadonlyArray<{ outcome: RowOutcome }>) {
  const counts = { newRows: 0, changedRows: 0, unchangedRows: 0, rejectedRows: 0 }
  for (const { outcome } of verdicts) counts[`${outcome}Rows`] += 1
  return counts
}

const working: ImportState[] = ['checking', 'running']
const progressEveryMs = 500

/** Returns a function that counts finished rows, from `before`, and saves the progress every half second at most. */
export function counterOf(scope: SchoolScope, importId: number, before = 0): (rows: number) => Promise<void> {
  let rowsDone = before
  let savedAt = Date.now()
  return async (rows) => {
    rowsDone += rows
    if (Date.now() - savedAt < progressEveryMs) return
    savedAt = Date.now()
    // Outside the transaction, so that the page shows the progress while rows are still being written.
    await outsideTransaction(() => changeImport(scope, importId, working, { rowsDone }))
  }
}

export async function stopImport(scope: SchoolScope, importId: number, stoppedBecause: StopReason): Promise<void> {
  await changeImport(scope, importId, working, { state: 'failed', stoppedBecause, finishedAt: new Date() })
}
