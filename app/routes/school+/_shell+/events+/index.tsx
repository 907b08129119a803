import { ofTeacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listEvents } from '~/models/contact/notices/events.server'
import { addressName, audienceNames, eventTypeNames, priorityNames } from '~/models/contact/notices/notice-fields'
import { stateOn } from '~/models/contact/notices/rules'
import { daysName, eventStateNames, priorityTones } from '~/models/contact/notices/words'
import { todayInIndia } from '~/models/core/shared/calendar'

export const handle = pageTitle(() => 'Events')

const stateOf = (row: { startsOn: string; endsOn: string }) =>
  eventStateNames[stateOn(todayInIndia(new Date()), row.startsOn, row.endsOn)]

export const list: ListOf<typeof listEvents> = {
  path: schoolPaths.events,
  file: { path: schoolPaths.eventsFile, name: 'events.csv' },
  noun: 'event',
  may: 'notices:view',
  add: { href: schoolPaths.newEvent, may: 'notices:edit' },
  search: { label: 'Search', placeholder: 'Title, description or student' },
  filters: {
    audience: { label: 'For whom', options: optionsOf(audienceNames) },
    state: {
      label: 'State',
      options: Object.entries(eventStateNames).map(([value, { word }]) => ({ value, label: word })),
    },
    type: { label: 'Kind', options: optionsOf(eventTypeNames) },
  },
  columns: [
    {
      label: 'Days',
      only: 'page',
      sort: 'newest',
      newestFirst: true,
      value: (row) => daysName(row.startsOn, row.endsOn),
    },
    { label: 'Event', role: 'title', sort: 'title', value: 'title', href: (row) => schoolPaths.event(row.publicId) },
    { label: 'Kind', value: (row) => eventTypeNames[row.type] },
    { label: 'For whom', value: addressName },
    {
      label: 'Priority',
      sort: 'priority',
      value: (row) => priorityNames[row.priority],
      tone: (row) => priorityTones[row.priority],
    },
    { label: 'First day', only: 'file', value: 'startsOn' },
    { label: 'Last day', only: 'file', value: 'endsOn' },
    { label: 'State', value: (row) => stateOf(row).word, tone: (row) => stateOf(row).tone },
    { label: 'Written by', value: 'writer', only: 'file' },
  ],
}

export const loader = listLoader(list, ofTeacherSections(listEvents))

export default listPage(list, {
  context: 'Students see upcoming events under their notices.',
  icon: 'calendar',
  empty: 'Celebrations, sports days, meetings and trips will be listed here.',
})
