import {
  count,
  file,
  foreign,
  given,
  instant,
  json,
  oneOf,
  orNull,
  table,
  text,
  thing,
  tick,
} from '~/models/shared/table.server'
import type { ColumnChoice, SheetColumn } from './columns'
import { importKinds, importStates, type StopReason } from './options'

/** One file that was imported, or may be. `updatedAt` of a checked one is when it was checked. */
export const Import = table('imports', {
  ...thing,
  kind: oneOf(importKinds),
  state: oneOf(importStates),
  fileId: orNull(file),
  fileName: text(160),
  academicSessionId: orNull(foreign),
  makesPlaces: given(tick),
  sectionCapacity: given(count),
  onlyValid: orNull(count),
  sheetColumns: orNull(json<SheetColumn[]>()),
  /** The names of a workbook's sheets, and which of them is read. */
  sheets: orNull(json<string[]>()),
  sheet: given(count),
  columnsChosen: orNull(json<ColumnChoice>()),
  notes: orNull(json<string[]>()),
  totalRows: given(count),
  rowsDone: given(count),
  newRows: given(count),
  changedRows: given(count),
  unchangedRows: given(count),
  rejectedRows: given(count),
  stoppedBecause: orNull(text<StopReason>(40)),
  stoppedAt: orNull(text(200)),
  startedBy: orNull(foreign),
  startedByName: text(120),
  formKey: text(40),
  createdAt: given(instant),
  updatedAt: given(instant),
  finishedAt: orNull(instant),
})
