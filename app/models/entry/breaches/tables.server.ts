import {
  editColumns,
  foreign,
  instant,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { caseForm, textForm } from './breach-fields'
import { findWays } from './options'

export const BreachCase = table('breach_cases', {
  ...thingColumns,
  ...caseForm.fields,
  sentAt: orNull(instant),
  sentByName: orNull(text(120)),
  certInToldAt: orNull(instant),
  certInReference: orNull(text(120)),
  boardToldAt: orNull(instant),
  boardReference: orNull(text(120)),
  detailsToldAt: orNull(instant),
  detailsReference: orNull(text(120)),
  closedAt: orNull(instant),
  closingRemarks: orNull(text(1000)),
  ...editColumns,
})

export const BreachText = table('breach_texts', { caseId: owner, schoolId: foreign, ...textForm.fields })

export const BreachPerson = table('breach_people', {
  ...thingColumns,
  caseId: foreign,
  studentId: foreign,
  foundBy: oneOf(findWays),
  askedAt: orNull(instant),
  toldAt: orNull(instant),
  acknowledgedAt: orNull(instant),
  createdAt: withDefault(instant),
})
