import type { ListView } from '~/http/route.server'
import { formatInstant } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { columnLetter } from '~/models/entry/imports/columns'
import { isOpen } from '~/models/entry/imports/decide/port'
import { type ImportRecord, mayCheckAgain, rowsAreKept } from '~/models/entry/imports/import-record.server'
import { kindOfImport } from '~/models/entry/imports/kinds/registry.server'
import { headingText } from '~/models/entry/imports/match/column-questions'
import { type ImportKind, importStateWords, rowsOfPreview, stopReasons } from '~/models/entry/imports/options'
import {
  countProblems,
  findNewKinds,
  findTwins,
  listImportRows,
  sampleOfRows,
  unknownValues,
} from '~/models/entry/imports/queries.server'
import { impliedValues, missingColumns } from '~/models/entry/imports/rows-of-sheet'
import { findUndoDay } from '~/models/entry/imports/undo/undo-import.server'
import { undoStops } from '~/models/entry/imports/undo/undo-words'
import { wideIndexesOf } from '~/models/entry/imports/wide-columns'
import { columnChoices } from './__columns.server'

/** State of the import's undo, for the page. */
async function undoOf(scope: SchoolScope, record: ImportRecord) {
  const { undoStopped, undoneAt, undoByName, undoneRows, keptRows, undoKept } = record
  return {
    day: await findUndoDay(scope, record),
    stopped: undoStopped ? undoStops[undoStopped] : null,
    undone: undoneAt && `${undoByName ?? ''}, ${formatInstant(undoneAt, 'en')}`,
    undoneRows,
    keptRows,
    kept: undoKept ?? [],
  }
}

/** Other imports of the same file, for a warning. */
async function twinsOf(scope: SchoolScope, record: ImportRecord) {
  const twins = await findTwins(scope, record)
  return twins.map(({ publicId, state, startedByName, createdAt, finishedAt }) => ({
    publicId,
    isDone: state === 'done',
    words: `${startedByName}, ${formatInstant(finishedAt ?? createdAt, 'en')}: ${importStateWords[state].word.toLowerCase()}`,
  }))
}

/** Report of an import that is not running: its preview or its result. */
export async function reportOf(
  scope: SchoolScope,
  record: ImportRecord,
  { view, kinds }: { view: ListView<string, 'outcome' | 'rows'>; kinds: readonly ImportKind[] },
) {
  const kind = kindOfImport(record.kind)
  const { columns: specs, previewColumns: valueColumns } = kind
  const chosen = record.chosen ?? {}
  const used = new Set(Object.values(chosen))
  const problems = record.counts.rejected > 0 ? await countProblems(scope, record.id) : []
  // Report missing required columns once at the top: while columns are being chosen, and when rows are rejected.
  const isAsked = record.state === 'columns' || (record.state === 'checked' && record.counts.rejected > 0)
  const missing = isAsked
    ? missingColumns(specs, { ...chosen, ...impliedValues(kind, record, chosen, record.answers) })
    : []
  const headingOf = new Map(record.columns.map((column) => [column.index, column.heading]))
  const readingOf = new Map(record.columns.map((column) => [column.index, column.reading]))
  const isFirstLook = record.state === 'checked' && !view.isNarrowed && view.page === 1
  const sample = isFirstLook ? await sampleOfRows(scope, record.id) : []
  return {
    state: record.state,
    stopped: record.stoppedBecause ? stopReasons[record.stoppedBecause] : null,
    /** After an import, the kinds of files that the school has not imported yet. */
    nextKinds: record.state === 'done' ? await findNewKinds(scope, kinds) : [],
    fileIsThere: record.fileId !== null,
    mayCheckAgain: mayCheckAgain(record),
    rowsAreKept: rowsAreKept(record),
    counts: record.counts,
    undo: await undoOf(scope, record),
    twins: await twinsOf(scope, record),
    notes: record.notes,
    isUnclear: record.questions.some(isOpen) || record.contradictions.length > 0,
    matched: specs.flatMap(({ key, label }) => {
      const index = record.chosen?.[key]
      if (index === undefined) return []
      const isLikely = readingOf.get(index)?.confidence === 'likely'
      return [{ label, heading: headingOf.get(index) || label, isLikely }]
    }),
    /** Headings of a wide sheet that are fees or months. */
    wide: {
      noun: specs.find(({ wide }) => wide)?.wide?.noun ?? '',
      headings: wideIndexesOf(record.chosen ?? {}).map(
        (index) => headingOf.get(index) || `Column ${columnLetter(index)}`,
      ),
    },
    /** Columns whose content the user must choose first. */
    unclear: record.state === 'columns' ? columnChoices(record).filter(({ question }) => question !== null) : [],
    /** All columns, including used ones, as choices for a missing field. */
    allColumns: record.columns.map((column) => {
      const field = specs.find(({ key }) => record.chosen?.[key] === column.index)
      return { value: String(column.index), label: `${headingText(column)}${field ? ` (now ${field.label})` : ''}` }
    }),
    ignored: record.columns
      .filter((column) => !used.has(column.index) && column.heading)
      .map(({ index, heading }) => ({ value: String(index), label: heading })),
    /** All sheets of the workbook, if the chosen one has no rows. */
    sheets: record.columns.length === 0 ? record.sheets : [],
    sheet: record.sheets[record.sheet] ?? '',
    missing: missing.map(({ key, label, sameForAll }) => ({ key, label, mayBeForAll: sameForAll === true })),
    problems: problems
      .filter(({ column }) => !missing.some(({ label }) => label === column))
      .slice(0, 8)
      .map(({ values, ...problem }) => ({ ...problem, values: values.slice(0, 6) })),
    hasUnknownValues: unknownValues(specs, problems).length > 0,
    valueColumns,
    totals: record.totals,
    /** Number of rows that the user is asked about before the import. */
    unclearRows: record.state === 'checked' ? record.doubts.reduce((sum, [, rows]) => sum + rows, 0) : 0,
    view,
    sample,
    /** Null while only the sample is shown. */
    list:
      sample.length > 0
        ? null
        : await listImportRows(scope, record.id, {
            outcome: view.filters.outcome,
            search: view.search,
            page: view.page,
            pageSize: rowsOfPreview,
          }),
  }
}
