import { column, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { eventForm, noticeForm } from './notice-fields'
import { audiences } from './options'

/** Audience, author, and columns of an edit form. */
const addressed = {
  audience: column.oneOf(audiences),
  classId: orNull(column.foreign),
  sectionId: orNull(column.foreign),
  studentId: orNull(column.foreign),
  createdBy: orNull(column.foreign),
  createdByName: column.text(120),
  formKey: orNull(column.text(40)),
  version: withDefault(column.count),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
}

const { title, body, priority, fromOn, untilOn } = noticeForm.fields

/** `mailAfter` is the last mailed address, '' before the first; null when no mail waits. */
export const Notice = table('notices', {
  ...thingColumns,
  title,
  body,
  priority,
  fromOn,
  untilOn,
  isAutomatic: withDefault(column.tick),
  mailAfter: orNull(column.text(190)),
  mailedTo: withDefault(column.count),
  ...addressed,
})

const { description, type, startsOn } = eventForm.fields

/** Both days are part of an event. */
export const SchoolEvent = table('events', {
  ...thingColumns,
  title: eventForm.fields.title,
  description,
  type,
  priority: eventForm.fields.priority,
  startsOn,
  endsOn: column.day,
  ...addressed,
})
