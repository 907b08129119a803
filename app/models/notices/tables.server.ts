import {
  count,
  day,
  foreign,
  given,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thing,
  tick,
} from '~/models/shared/table.server'
import { eventForm, noticeForm } from './notice-fields'
import { audiences } from './options'

/** To whom something is addressed, by whom it was written, and what an edit form needs. */
const addressed = {
  audience: oneOf(audiences),
  classId: orNull(foreign),
  sectionId: orNull(foreign),
  studentId: orNull(foreign),
  createdBy: orNull(foreign),
  createdByName: text(120),
  formKey: orNull(text(40)),
  version: given(count),
  createdAt: given(instant),
  updatedAt: given(instant),
}

const { title, body, priority, fromOn, untilOn } = noticeForm.fields

/** `mailAfter` is the last address that was written to, '' before the first; null where no mail waits. */
export const Notice = table('notices', {
  ...thing,
  ...{ title, body, priority, fromOn, untilOn },
  isAutomatic: given(tick),
  mailAfter: orNull(text(190)),
  mailedTo: given(count),
  ...addressed,
})

const { description, type, startsOn } = eventForm.fields

/** Both days are part of an event. */
export const SchoolEvent = table('events', {
  ...thing,
  ...{ title: eventForm.fields.title, description, type, priority: eventForm.fields.priority, startsOn, endsOn: day },
  ...addressed,
})
