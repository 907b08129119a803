import { number, selectRows, text, textOrNull } from '~/database/database.server'
import { containing, contains, type FilteredQuery, type Page, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { writeXlsx } from '~/services/spreadsheets/write-xlsx.server'
import { type ColumnSpec, ownColumns } from './columns'
import { type DoubtKind, maxDoubtsListed } from './doubts'
import type { ImportRecord } from './import-record.server'
import { isFullName } from './kinds/field-reader'
import { kindOfImport } from './kinds/registry.server'
import {
  type FileKind,
  fileKinds,
  type ImportKind,
  kindNames,
  problemsText,
  type RowOutcome,
  type RowProblem,
  unclear,
} from './options'
import type { PreviewValue } from './preview'
import { unpackTexts } from './stored-rows.server'
import { Import } from './tables.server'

export const importSorts = ['newest', 'file', 'rows'] as const

const orders = { newest: ['t.created_at', 't.id'], file: ['t.file_name', 't.id'], rows: ['t.total_rows', 't.id'] }
const listed = columnsOf(
  Import,
  't',
  'publicId',
  'createdAt',
  'fileName',
  'kind',
  'startedByName',
  'totalRows',
  'newRows',
  'changedRows',
  'rejectedRows',
  'state',
)

/** History of imports of the kinds that the reader may import; the newest first. */
export function listImports(
  scope: SchoolScope,
  kinds: readonly ImportKind[],
  query: FilteredQuery<(typeof importSorts)[number], 'kind' | 'state'>,
) {
  const { kind, state } = query.filters
  const shownKinds = kinds.filter((one) => kind === '' || one === kind)
  return selectPage(
    {
      columns: listed,
      from: `imports t WHERE t.school_id = :schoolId AND FIND_IN_SET(t.kind, :kinds) > 0
        AND (:state = '' OR t.state = :state)
        AND (${contains('t.file_name', query.search)} OR ${contains('t.started_by_name', query.search)})`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, kinds: shownKinds.join(','), state, search: containing(query.search) },
    },
    // Reverses the direction, because ascending `newest` means the newest first.
    query.sort === 'newest' ? { ...query, descending: !query.descending } : query,
  )
}

/**
 * Hours for which an uploaded file that is not imported yet counts as a twin, since another user may be working on it.
 */
const twinHours = 24

const twin = columnsOf(Import, 't', 'publicId', 'state', 'startedByName', 'createdAt', 'finishedAt')

/**
 * Other imports of the same file, the newest first: imported and not undone, or uploaded within a day. Only imports of
 * the same kind, because one file may contain both dues and payments.
 */
export async function findTwins(scope: SchoolScope, { id, kind, contentHash }: ImportRecord) {
  if (contentHash === null) return []
  return selectRows(
    twin,
    `FROM imports t WHERE t.school_id = :schoolId AND t.kind = :kind AND t.content_hash = :contentHash AND t.id <> :id
       AND (t.state IN ('running','done','undoing') OR (t.state = 'undone' AND t.kept_rows > 0)
         OR (t.state IN ('checking','columns','checked') AND t.created_at > UTC_TIMESTAMP(3) - INTERVAL ${twinHours} HOUR))
     ORDER BY t.state = 'done' DESC, t.id DESC LIMIT 5`,
    { schoolId: scope.schoolId, kind, contentHash, id },
  )
}

/** Returns the kinds of which the school has not imported a file yet. */
export async function findNewKinds(scope: SchoolScope, kinds: readonly ImportKind[]): Promise<FileKind[]> {
  const imported = await selectRows(
    columnsOf(Import, 't', 'kind'),
    "FROM imports t WHERE t.school_id = :schoolId AND t.state = 'done' GROUP BY t.kind",
    { schoolId: scope.schoolId },
  )
  return fileKinds.filter((kind) => kinds.includes(kind) && imported.every((one) => one.kind !== kind))
}

function listOf<Item>(stored: unknown): Item[] {
  return stored === null ? [] : (JSON.parse(String(stored)) as Item[])
}

const line = { sql: 'line', read: Number }
const problems = { sql: 'problems', read: listOf<RowProblem> }
const preview = {
  line,
  outcome: { sql: 'outcome', read: (stored: unknown) => stored as RowOutcome },
  label: text('label'),
  problems,
  changes: { sql: 'changes', read: listOf<string> },
  shown: { sql: 'shown', read: listOf<PreviewValue> },
  doubts: { sql: 'doubts', read: listOf<RowProblem> },
}
const rejected = { line, problems, cells: text('cells'), fileCells: textOrNull('file_cells') }

export type PreviewRow = Awaited<ReturnType<typeof listImportRows>>['rows'][number]

/** Rows of an import in the order of the file: all, those of one outcome, or (`unclear`) those with a doubt. */
export function listImportRows(
  scope: SchoolScope,
  importId: number,
  query: { outcome: string; search: string; page: number; pageSize: number },
) {
  const { outcome } = query
  return selectPage(
    {
      columns: preview,
      from: `import_rows WHERE school_id = :schoolId AND import_id = :importId
        ${outcome === '' ? '' : outcome === unclear ? 'AND doubt IS NOT NULL' : 'AND outcome = :outcome'}
        ${query.search === '' ? '' : `AND (${contains('label', query.search)} OR ${contains('problems', query.search)})`}`,
      order: ['line'],
      values: { schoolId: scope.schoolId, importId, outcome, search: containing(query.search) },
    },
    { ...query, descending: false },
  )
}

const rowsOfSample = 10

/** First rows that would be imported, in the order of the file. */
export function sampleOfRows({ schoolId }: SchoolScope, importId: number) {
  return selectRows(
    preview,
    `FROM import_rows WHERE school_id = :schoolId AND import_id = :importId AND outcome IN ('new', 'changed')
     ORDER BY line LIMIT ${rowsOfSample}`,
    { schoolId, importId },
  )
}

/** Rows with this kind of doubt, in the order of the file; one more than are listed, to detect that there are more. */
export function listDoubted({ schoolId }: SchoolScope, importId: number, kind: DoubtKind) {
  return selectRows(
    { line, label: text('label'), doubts: preview.doubts },
    `FROM import_rows
     WHERE school_id = :schoolId AND import_id = :importId AND doubt = :kind ORDER BY line LIMIT ${maxDoubtsListed + 1}`,
    { schoolId, importId, kind },
  )
}

/** Maximum number of different values kept per problem: every mobile number of a file may be wrong. */
const maxValuesKept = 500

/** Problems of all rejected rows, each with the values concerned; the most frequent first. */
export async function countProblems(scope: SchoolScope, importId: number) {
  const alike = await selectRows(
    { problems: textOrNull('problems'), rows: number('COUNT(*)') },
    `FROM import_rows
     WHERE school_id = :schoolId AND import_id = :importId AND outcome = 'rejected' GROUP BY problems ORDER BY \`rows\` DESC, problems`,
    { schoolId: scope.schoolId, importId },
  )
  const counts = new Map<string, { column: string; message: string; rows: number; values: Map<string, number> }>()
  for (const { problems: stored, rows } of alike)
    for (const [column, message, value] of listOf<RowProblem>(stored)) {
      const key = `${column}|${message}`
      const problemCount = counts.get(key) ?? { column: column ?? '', message, rows: 0, values: new Map() }
      problemCount.rows += rows
      if (value !== undefined && (problemCount.values.size < maxValuesKept || problemCount.values.has(value)))
        problemCount.values.set(value, (problemCount.values.get(value) ?? 0) + rows)
      counts.set(key, problemCount)
    }
  return [...counts.values()]
    .sort((a, b) => b.rows - a.rows)
    .map(({ values, ...problem }) => ({
      ...problem,
      values: [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    }))
}

const maxUnknownShown = 60

/** Values that match none of their column's choices, the most frequent first, so that the user can map them. */
export function unknownValues(
  columns: readonly ColumnSpec[],
  problems: Awaited<ReturnType<typeof countProblems>>,
): Array<{ spec: ColumnSpec; value: string; rows: number }> {
  return problems
    .flatMap(({ column, values }) => {
      const spec = columns.find(({ label, choices }) => label === column && choices !== undefined)
      return spec ? values.map(([value, rows]) => ({ spec, value, rows })) : []
    })
    .sort((a, b) => b.rows - a.rows)
    .slice(0, maxUnknownShown)
}

/** Columns of a stored row in their order: those of the kind of import, and the file's own ones. */
const storedColumns = (record: ImportRecord): readonly ColumnSpec[] => [
  ...kindOfImport(record.kind).columns,
  ...ownColumns(record.columns, record.chosen ?? {}),
]

/** Columns in the file of rejected rows. */
export const rejectedColumns = (record: ImportRecord): readonly ColumnSpec[] =>
  storedColumns(record).filter(({ wide }) => !wide)

/** Lists a page of rejected rows with the texts of the file, except Aadhaar numbers, and the reasons. */
export async function listRejected(
  scope: SchoolScope,
  record: ImportRecord,
  query: { page: number; pageSize: number },
): Promise<Page<{ line: number; reasons: string; texts: Partial<Record<string, string>> }>> {
  const columns = storedColumns(record)
  const page = await selectPage(
    {
      columns: rejected,
      from: `import_rows WHERE school_id = :schoolId AND import_id = :importId AND outcome = 'rejected'`,
      order: ['line'],
      values: { schoolId: scope.schoolId, importId: record.id },
    },
    { ...query, descending: false },
  )
  const rows = page.rows.map((row) => ({
    line: row.line,
    texts: unpackTexts(row.cells, columns, record.id, { secrets: false, fileCells: row.fileCells }),
    reasons: problemsText(row.problems),
  }))
  return { ...page, rows }
}

/** Template for a school: headings and an example; and a guide to the allowed values of each column. */
export function templateOf(kind: ImportKind): { rows: string[][]; guide: string[][] } {
  const columns = kindOfImport(kind).columns.filter(
    (column) => !isFullName(column) && !column.isOnlyRead && !column.wide,
  )
  const needed = { always: 'Yes', new: 'For new records' }
  return {
    rows: [columns.map((column) => column.label), columns.map((column) => column.example)],
    guide: [
      ['Column', 'Required', 'Allowed values', 'Example'],
      ...columns.map((column) => [
        column.label,
        column.needed ? needed[column.needed] : '',
        column.allowed ?? '',
        column.example,
      ]),
    ],
  }
}

/**
 * The template as an Excel file, with the guide on a second sheet. Its columns are texts, so that no number loses a
 * digit.
 */
export function templateWorkbook(kind: ImportKind): Promise<Buffer> {
  const { rows, guide } = templateOf(kind)
  return writeXlsx([
    { name: kindNames[kind], rows },
    { name: 'Columns', rows: guide },
  ])
}
