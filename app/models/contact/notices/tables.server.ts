import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { eventForm, noticeForm } from './notice-fields'
import { audiences } from './options'

const addressed = {
  audience: kept('nobody', column.oneOf(audiences)),
  classId: orNull(column.foreign),
  sectionId: orNull(column.foreign),
  studentId: orNull(column.foreign),
  createdBy: orNull(column.foreign),
  createdByName: kept('staff', column.text(120)),
  formKey: orNull(column.text(40)),
  version: withDefault(column.count),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
}

const { title, body, priority, fromOn, untilOn } = noticeForm.fields

/** `mailAfter` is the last mailed address, '' before the first; null when no mail waits. */
export const Notice = table('notices', {
  ...thingColumns,
  title: kept({ class: 'letters', replacement: 'Removed' }, title),
  body: kept({ class: 'letters', replacement: 'Removed' }, body),
  priority: kept('nobody', priority),
  fromOn: kept('nobody', fromOn),
  untilOn: kept('nobody', untilOn),
  isAutomatic: kept('nobody', withDefault(column.tick)),
  mailAfter: kept('nobody', orNull(column.text(190))),
  mailedTo: kept('nobody', withDefault(column.count)),
  ...addressed,
})

const { description, type, startsOn } = eventForm.fields

/** The first and the last day are part of the event. */
export const SchoolEvent = table('events', {
  ...thingColumns,
  title: kept({ class: 'letters', replacement: 'Removed' }, eventForm.fields.title),
  description: kept('letters', description),
  type: kept('nobody', type),
  priority: kept('nobody', eventForm.fields.priority),
  startsOn: kept('nobody', startsOn),
  endsOn: kept('nobody', column.day),
  ...addressed,
})
