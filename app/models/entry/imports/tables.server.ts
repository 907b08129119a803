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
} from '~/kit/tables/table.server'
import type { ColumnChoice, SheetColumn } from './columns'
import { importKinds, importStates, type StopReason } from './options'

/** A file that was or may be imported. `updatedAt` of a checked one is the time of the check. */
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
  /** Names of a workbook's sheets, and the index of the one that is read. */
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
