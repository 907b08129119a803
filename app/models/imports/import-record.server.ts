import { execute, outsideTransaction, selectOne } from '~/database/connection.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ColumnChoice, SheetColumn } from './columns'
import type { ImportSettings } from './kinds/port'
import {
  type ImportKind,
  type ImportState,
  type RowOutcome,
  recheckedReasons,
  rowsKeptDays,
  type StopReason,
} from './options'

export interface ImportRecord {
  id: number
  publicId: string
  kind: ImportKind
  state: ImportState
  fileId: number | null
  fileName: string
  sessionId: number | null
  sessionName: string | null
  makesPlaces: boolean
  sectionCapacity: number
  onlyValid: boolean | null
  columns: SheetColumn[]
  chosen: ColumnChoice | null
  notes: string[]
  totalRows: number
  rowsDone: number
  counts: Record<RowOutcome, number>
  stoppedBecause: StopReason | null
  startedBy: number | null
  startedByName: string
  createdAt: Date
  /** Of a checked import: when it was checked. */
  updatedAt: Date
  finishedAt: Date | null
}

type Row = Omit<ImportRecord, 'makesPlaces' | 'onlyValid' | 'columns' | 'chosen' | 'notes' | 'counts'> & {
  makesPlaces: number
  onlyValid: number | null
  columns: string | null
  chosen: string | null
  notes: string | null
  newRows: number
  changedRows: number
  unchangedRows: number
  rejectedRows: number
}

/** One import of the school, by the id of its address or of its job. */
export async function findImport(
  scope: SchoolScope,
  which: { id: number } | { publicId: string },
): Promise<ImportRecord | null> {
  const row = await selectOne<Row>(
    `SELECT i.id, i.public_id AS publicId, i.kind, i.state, i.file_id AS fileId, i.file_name AS fileName,
       i.academic_session_id AS sessionId, a.name AS sessionName, i.makes_places AS makesPlaces,
       i.section_capacity AS sectionCapacity, i.only_valid AS onlyValid, i.sheet_columns AS columns,
       i.columns_chosen AS chosen, i.notes, i.total_rows AS totalRows, i.rows_done AS rowsDone, i.new_rows AS newRows,
       i.changed_rows AS changedRows, i.unchanged_rows AS unchangedRows, i.rejected_rows AS rejectedRows,
       i.stopped_because AS stoppedBecause, i.started_by AS startedBy, i.started_by_name AS startedByName,
       i.created_at AS createdAt, i.updated_at AS updatedAt, i.finished_at AS finishedAt
     FROM imports i LEFT JOIN academic_sessions a ON a.id = i.academic_session_id
     WHERE i.school_id = :schoolId AND ${'id' in which ? 'i.id = :id' : 'i.public_id = :publicId'}`,
    { schoolId: scope.schoolId, ...which },
  )
  if (!row) return null
  const { newRows, changedRows, unchangedRows, rejectedRows, ...rest } = row
  return {
    ...rest,
    makesPlaces: row.makesPlaces === 1,
    onlyValid: row.onlyValid === null ? null : row.onlyValid === 1,
    columns: JSON.parse(row.columns ?? '[]') as SheetColumn[],
    chosen: row.chosen === null ? null : (JSON.parse(row.chosen) as ColumnChoice),
    notes: JSON.parse(row.notes ?? '[]') as string[],
    counts: { new: newRows, changed: changedRows, unchanged: unchangedRows, rejected: rejectedRows },
  }
}

/** Whether a failed import's file is there, and a second check of it may find it good. */
export function mayCheckAgain({ state, fileId, stoppedBecause }: ImportRecord): boolean {
  return state === 'failed' && fileId !== null && recheckedReasons.some((one) => one === stoppedBecause)
}

/** Whether the rows are there to be looked at: they go after a month. */
export function rowsAreKept({ createdAt }: ImportRecord): boolean {
  return Date.now() - createdAt.getTime() < rowsKeptDays * 86_400_000
}

export function settingsOf(record: ImportRecord): ImportSettings {
  return {
    sessionId: record.sessionId,
    makesPlaces: record.makesPlaces,
    sectionCapacity: record.sectionCapacity,
    today: todayInIndia(new Date()),
  }
}

export function countOutcomes(judgements: ReadonlyArray<{ outcome: RowOutcome }>): Record<RowOutcome, number> {
  const counts = { new: 0, changed: 0, unchanged: 0, rejected: 0 }
  for (const { outcome } of judgements) counts[outcome] += 1
  return counts
}

/** Tells the page how far the work is: outside of any transaction, so that it is seen at once. */
export async function noteProgress(
  scope: SchoolScope,
  importId: number,
  rowsDone: number,
  totalRows?: number,
): Promise<void> {
  await execute(
    `UPDATE imports SET rows_done = :rowsDone, total_rows = COALESCE(:totalRows, total_rows), updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :importId AND state IN ('checking','running')`,
    { schoolId: scope.schoolId, importId, rowsDone, totalRows: totalRows ?? null },
  )
}

const progressEveryMs = 500

/** Adds up rows and tells the page now and then; never so often that the telling is the work. */
export function counterOf(scope: SchoolScope, importId: number, before = 0): (rows: number) => Promise<void> {
  let done = before
  let told = Date.now()
  return async (rows) => {
    done += rows
    if (Date.now() - told < progressEveryMs) return
    told = Date.now()
    // Seen while the rows are still being written.
    await outsideTransaction(() => noteProgress(scope, importId, done))
  }
}

/** Ends the work without an effect, and says why. */
export async function stopImport(scope: SchoolScope, importId: number, reason: StopReason): Promise<void> {
  await execute(
    `UPDATE imports SET state = 'failed', stopped_because = :reason, finished_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :importId AND state IN ('checking','running')`,
    { schoolId: scope.schoolId, importId, reason },
  )
}
