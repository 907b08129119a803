import {
  count,
  file,
  foreign,
  instant,
  json,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import type { ColumnChoice, SheetColumn } from './columns'
import { importKinds, importStates, type StopReason } from './options'

/** A file that was or may be imported. `updatedAt` of a checked one is the time of the check. */
export const Import = table('imports', {
  ...thingColumns,
  kind: oneOf(importKinds),
  state: oneOf(importStates),
  fileId: orNull(file),
  fileName: text(160),
  academicSessionId: orNull(foreign),
  makesPlaces: withDefault(tick),
  sectionCapacity: withDefault(count),
  onlyValid: orNull(count),
  sheetColumns: orNull(json<SheetColumn[]>()),
  /** Names of a workbook's sheets, and the index of the one that is read. */
  sheets: orNull(json<string[]>()),
  sheet: withDefault(count),
  columnsChosen: orNull(json<ColumnChoice>()),
  notes: orNull(json<string[]>()),
  totalRows: withDefault(count),
  rowsDone: withDefault(count),
  newRows: withDefault(count),
  changedRows: withDefault(count),
  unchangedRows: withDefault(count),
  rejectedRows: withDefault(count),
  stoppedBecause: orNull(text<StopReason>(40)),
  stoppedAt: orNull(text(200)),
  startedBy: orNull(foreign),
  startedByName: text(120),
  formKey: text(40),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
  finishedAt: orNull(instant),
})
