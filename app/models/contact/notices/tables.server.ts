import {
  count,
  day,
  foreign,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import { eventForm, noticeForm } from './notice-fields'
import { audiences } from './options'

/** Audience, author, and columns of an edit form. */
const addressed = {
  audience: oneOf(audiences),
  classId: orNull(foreign),
  sectionId: orNull(foreign),
  studentId: orNull(foreign),
  createdBy: orNull(foreign),
  createdByName: text(120),
  formKey: orNull(text(40)),
  version: withDefault(count),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
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
  isAutomatic: withDefault(tick),
  mailAfter: orNull(text(190)),
  mailedTo: withDefault(count),
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
  endsOn: day,
  ...addressed,
})
