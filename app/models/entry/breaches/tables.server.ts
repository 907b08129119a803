import {
  column,
  columnsOfForm,
  editColumns,
  kept,
  orNull,
  table,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { caseForm, textForm } from './breach-fields'
import { findWays } from './options'

export const BreachCase = table('breach_cases', {
  ...thingColumns,
  ...caseForm.fields,
  sentAt: orNull(column.instant),
  sentByName: kept('staff', orNull(column.text(120))),
  certInToldAt: orNull(column.instant),
  certInReference: orNull(column.text(120)),
  boardToldAt: orNull(column.instant),
  boardReference: orNull(column.text(120)),
  detailsToldAt: orNull(column.instant),
  detailsReference: orNull(column.text(120)),
  closedAt: orNull(column.instant),
  closingRemarks: kept('nobody', orNull(column.text(1000))),
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
  studentId: kept('logs', column.foreign),
  foundBy: kept('logs', column.oneOf(findWays)),
  askedAt: orNull(column.instant),
  toldAt: orNull(column.instant),
  acknowledgedAt: orNull(column.instant),
  createdAt: withDefault(column.instant),
})
