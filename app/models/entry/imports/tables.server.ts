import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import type { ColumnChoice, SheetColumn } from './columns'
import type { StoredAnswers } from './decide/port'
import type { StoredPreview } from './doubts'
import { importKinds, importStates, type StopReason } from './options'
import type { KeptThing, UndoStop } from './undo/undo-words'

/** A file that was or may be imported. `updatedAt` of a checked one is the time of the check. */
export const Import = table('imports', {
  ...thingColumns,
  kind: column.oneOf(importKinds),
  state: column.oneOf(importStates),
  fileId: orNull(column.file),
  fileName: kept('logs', column.text(160)),
  /** Digest of the file, to recognize the same file again; null for files stored before this column existed. */
  contentHash: orNull(column.code(64)),
  academicSessionId: orNull(column.foreign),
  /** Whether the import creates classes and sections that the school lacks. */
  makesPlaces: withDefault(column.tick),
  sectionCapacity: withDefault(column.count),
  /** Whether imported payments keep their old receipts and get no new ones from the portal. */
  keepsReceipts: withDefault(column.tick),
  onlyValid: orNull(column.count),
  sheetColumns: orNull(column.json<SheetColumn[]>()),
  /** Names of a workbook's sheets, and the index of the one that is read. */
  sheets: orNull(column.json<string[]>()),
  sheet: withDefault(column.count),
  columnsChosen: orNull(column.json<ColumnChoice>()),
  /** Questions about columns, and the user's answers. */
  answers: orNull(column.json<StoredAnswers>()),
  notes: kept('logs', orNull(column.json<string[]>())),
  /** Counts and sums of the check, and the number of rows with unlikely values by kind of doubt. */
  preview: orNull(column.json<StoredPreview>()),
  totalRows: withDefault(column.count),
  rowsDone: withDefault(column.count),
  newRows: withDefault(column.count),
  changedRows: withDefault(column.count),
  unchangedRows: withDefault(column.count),
  rejectedRows: withDefault(column.count),
  stoppedBecause: orNull(column.text<StopReason>(40)),
  startedBy: orNull(column.foreign),
  startedByName: kept('staff', column.text(120)),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
  finishedAt: orNull(column.instant),
  /** Whether the undo may leave in place what it cannot take back. */
  undoRest: withDefault(column.tick),
  /** Sum in paise that a second person has agreed to reverse. */
  undoAgreedPaise: orNull(column.money),
  undoBy: orNull(column.foreign),
  undoByName: kept('staff', orNull(column.text(120))),
  undoStopped: orNull(column.text<UndoStop>(40)),
  undoneAt: orNull(column.instant),
  undoneRows: withDefault(column.count),
  keptRows: withDefault(column.count),
  /** Things that an undo left in place, with the reasons; only the first ones are listed. */
  undoKept: kept('logs', orNull(column.json<KeptThing[]>())),
})
