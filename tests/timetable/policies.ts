import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

const school = 'routes/school+/_shell+/timetable+'

export const timetablePolicies: Record<string, Policy> = {
  'routes/students+/_shell+/timetable+/index': { get: 'student' },

  [`${school}/index`]: { get: 'timetable:view', query: (things) => `section=${things.section.publicId}` },
  [`${school}/index[.]csv`]: { get: 'timetable:view' },
  [`${school}/free-teachers`]: { get: 'timetable:view', query: () => 'day=1&period=08:00' },
  [`${school}/copy`]: {
    get: 'timetable:edit',
    post: 'timetable:edit',
    query: (things) => `from=${things.session.publicId}&to=${things.spare.session}`,
    body: (things) => ({ from: things.session.publicId, to: things.spare.session }),
  },
  [`${school}/periods.index`]: {
    get: 'timetable:view',
    post: 'timetable:edit',
    body: () => ({}),
    storesNothing: 'the usual periods are for a school that has none yet (timetable.db.test.ts)',
  },
  [`${school}/periods.new`]: {
    get: 'timetable:edit',
    post: 'timetable:edit',
    body: () => ({ name: 'Games', starts_at: '17:00', ends_at: '17:40', form_key: randomUUID() }),
  },
  [`${school}/periods.$id.edit`]: {
    get: 'timetable:edit',
    post: 'timetable:edit',
    ids: (things) => [things.timetable.period],
    body: () => ({ name: 'Period 1', starts_at: '08:00', ends_at: '08:50', version: '1' }),
  },
  [`${school}/periods.$id.delete`]: {
    get: 'timetable:edit',
    post: 'timetable:edit',
    ids: (things) => [things.timetable.sparePeriod],
    body: () => ({}),
  },
  [`${school}/entries.new`]: {
    get: 'timetable:edit',
    post: 'timetable:edit',
    query: (things) => `section=${things.section.publicId}&day=4&period=${things.timetable.freeAt}`,
    body: (things) => ({ subject: things.subject, period: things.timetable.freeAt, days: '4', form_key: randomUUID() }),
  },
  [`${school}/entries.$id.edit`]: {
    get: 'timetable:edit',
    post: 'timetable:edit',
    ids: (things) => [things.timetable.entry],
    body: (things) => ({ subject: things.subject, period: '08:00', days: '1', room_no: '14', version: '1' }),
  },
  [`${school}/entries.$id.delete`]: {
    get: 'timetable:edit',
    post: 'timetable:edit',
    ids: (things) => [things.timetable.spareEntry],
    body: () => ({}),
  },
}
