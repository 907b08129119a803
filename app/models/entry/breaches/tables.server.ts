import { column, columnsOfForm, editColumns, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { caseForm, textForm } from './breach-fields'
import { findWays } from './options'

export const BreachCase = table('breach_cases', {
  ...thingColumns,
  ...caseForm.fields,
  sentAt: orNull(column.instant),
  sentByName: orNull(column.text(120)),
  certInToldAt: orNull(column.instant),
  certInReference: orNull(column.text(120)),
  boardToldAt: orNull(column.instant),
  boardReference: orNull(column.text(120)),
  detailsToldAt: orNull(column.instant),
  detailsReference: orNull(column.text(120)),
  closedAt: orNull(column.instant),
  closingRemarks: orNull(column.text(1000)),
  ...editColumns,
})

export const BreachText = table('breach_texts', {
  caseId: column.owner,
  schoolId: column.foreign,
  ...columnsOfForm(textForm),
})

export const BreachPerson = table('breach_people', {
  ...thingColumns,
  caseId: column.foreign,
  studentId: column.foreign,
  foundBy: column.oneOf(findWays),
  askedAt: orNull(column.instant),
  toldAt: orNull(column.instant),
  acknowledgedAt: orNull(column.instant),
  createdAt: withDefault(column.instant),
})
