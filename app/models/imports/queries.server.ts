import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { kindOfImport } from './kinds/registry.server'
import type { ImportKind, ImportState, RowOutcome } from './options'
import { unpackTexts } from './stored-rows.server'

export interface ImportListRow {
  publicId: string
  kind: ImportKind
  state: ImportState
  fileName: string
  startedByName: string
  createdAt: Date
  totalRows: number
  newRows: number
  changedRows: number
  rejectedRows: number
}

export const importSorts = ['newest', 'file', 'rows'] as const
export type ImportSort = (typeof importSorts)[number]

const orders: Record<ImportSort, readonly string[]> = {
  newest: ['i.created_at', 'i.id'],
  file: ['i.file_name', 'i.id'],
  rows: ['i.total_rows', 'i.id'],
}

/** Who imported what and when, of the kinds that the reader may import; the newest first. */
export function listImports(
  scope: SchoolScope,
  kinds: readonly ImportKind[],
  query: ListQuery<ImportSort> & { filters: { kind: string; state: string } },
): Promise<Page<ImportListRow>> {
  const { kind, state } = query.filters
  const shown = kinds.filter((one) => kind === '' || one === kind)
  return selectPage<ImportListRow>(
    {
      columns: `i.public_id AS publicId, i.kind, i.state, i.file_name AS fileName, i.started_by_name AS startedByName,
        i.created_at AS createdAt, i.total_rows AS totalRows, i.new_rows AS newRows, i.changed_rows AS changedRows,
        i.rejected_rows AS rejectedRows`,
      from: `imports i WHERE i.school_id = :schoolId AND FIND_IN_SET(i.kind, :kinds) > 0
        AND (:state = '' OR i.state = :state)
        AND (i.file_name LIKE :search ESCAPE '!' OR i.started_by_name LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, kinds: shown.join(','), state, search: containing(query.search) },
    },
    // The newest first is this list's plain order.
    query.sort === 'newest' ? { ...query, descending: !query.descending } : query,
  )
}

export interface PreviewRow {
  line: number
  outcome: RowOutcome
  label: string
  problems: Array<[column: string | null, message: string]>
  changes: string[]
}

/** Rows of an import in the order of the file, of one outcome or all. */
export async function listImportRows(
  scope: SchoolScope,
  importId: number,
  query: { outcome: string; search: string; page: number; pageSize: number },
): Promise<Page<PreviewRow>> {
  const page = await selectPage<
    Omit<PreviewRow, 'problems' | 'changes'> & { problems: string | null; changes: string | null }
  >(
    {
      columns: 'r.line, r.outcome, r.label, r.problems, r.changes',
      from: `import_rows r WHERE r.school_id = :schoolId AND r.import_id = :importId
        ${query.outcome === '' ? '' : 'AND r.outcome = :outcome'}
        ${query.search === '' ? '' : "AND (r.label LIKE :search ESCAPE '!' OR r.problems LIKE :search ESCAPE '!')"}`,
      order: ['r.line'],
      values: { schoolId: scope.schoolId, importId, outcome: query.outcome, search: containing(query.search) },
    },
    { ...query, descending: false },
  )
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, problems: listOf(row.problems), changes: listOf(row.changes) })),
  }
}

function listOf<Item>(text: string | null): Item[] {
  return text === null ? [] : (JSON.parse(text) as Item[])
}

/** What is wrong in all, the most frequent first. */
export async function countProblems(
  scope: SchoolScope,
  importId: number,
): Promise<Array<{ column: string; message: string; rows: number }>> {
  const rows = await select<{ problems: string | null }>(
    `SELECT problems FROM import_rows WHERE school_id = :schoolId AND import_id = :importId AND outcome = 'rejected'
     ORDER BY line LIMIT 2000`,
    { schoolId: scope.schoolId, importId },
  )
  const counts = new Map<string, { column: string; message: string; rows: number }>()
  for (const { problems } of rows) {
    for (const [column, message] of listOf<[string | null, string]>(problems)) {
      const key = `${column}|${message}`
      const known = counts.get(key) ?? { column: column ?? '', message, rows: 0 }
      known.rows += 1
      counts.set(key, known)
    }
  }
  return [...counts.values()].sort((a, b) => b.rows - a.rows).slice(0, 8)
}

/** Some rejected rows with all that the file said of them, but Aadhaar numbers, and the reasons. */
export async function listRejected(
  scope: SchoolScope,
  record: { id: number; kind: ImportKind },
  place: { page: number; pageSize: number },
): Promise<Page<{ line: number; reasons: string; texts: Partial<Record<string, string>> }>> {
  const { columns } = kindOfImport(record.kind)
  const values = { schoolId: scope.schoolId, importId: record.id }
  const counted = await selectOne<{ total: number }>(
    `SELECT COUNT(*) AS total FROM import_rows WHERE school_id = :schoolId AND import_id = :importId AND outcome = 'rejected'`,
    values,
  )
  const rows = await select<{ line: number; cells: string; problems: string | null }>(
    `SELECT line, cells, problems FROM import_rows
     WHERE school_id = :schoolId AND import_id = :importId AND outcome = 'rejected'
     ORDER BY line LIMIT :size OFFSET :offset`,
    { ...values, size: place.pageSize, offset: (place.page - 1) * place.pageSize },
  )
  const total = counted?.total ?? 0
  return {
    total,
    page: place.page,
    pages: Math.max(1, Math.ceil(total / place.pageSize)),
    rows: rows.map(({ line, cells, problems }) => ({
      line,
      texts: unpackTexts(cells, columns, record.id, { secrets: false }),
      reasons: listOf<[string | null, string]>(problems)
        .map(([column, message]) => (column === null ? message : `${column}: ${message}`))
        .join('; '),
    })),
  }
}
