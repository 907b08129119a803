import { ofTeacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { addressName, audienceNames, priorityNames } from '~/models/contact/notices/notice-fields'
import { listNotices } from '~/models/contact/notices/notices.server'
import { stateOn } from '~/models/contact/notices/rules'
import { daysName, noticeStateNames, priorityTones } from '~/models/contact/notices/words'
import { todayInIndia } from '~/models/core/shared/calendar'

export const handle = pageTitle(() => 'Notices')

const stateOf = (row: { fromOn: string; untilOn: string | null }) =>
  noticeStateNames[stateOn(todayInIndia(new Date()), row.fromOn, row.untilOn)]

export const list: ListOf<typeof listNotices> = {
  path: schoolPaths.notices,
  file: { path: schoolPaths.noticesFile, name: 'notices.csv' },
  noun: 'notice',
  may: 'notices:view',
  add: { href: schoolPaths.newNotice, may: 'notices:edit', label: 'Write notice' },
  search: { label: 'Search', placeholder: 'Title, text or student' },
  filters: {
    audience: { label: 'For whom', options: optionsOf(audienceNames) },
    state: {
      label: 'State',
      options: Object.entries(noticeStateNames).map(([value, { word }]) => ({ value, label: word })),
    },
  },
  columns: [
    {
      label: 'Shown',
      only: 'page',
      sort: 'newest',
      newestFirst: true,
      value: (row) => daysName(row.fromOn, row.untilOn),
    },
    { label: 'Notice', role: 'title', sort: 'title', value: 'title', href: (row) => schoolPaths.notice(row.publicId) },
    { label: 'For whom', value: addressName },
    {
      label: 'Priority',
      sort: 'priority',
      value: (row) => priorityNames[row.priority],
      tone: (row) => priorityTones[row.priority],
    },
    { label: 'Shown from', only: 'file', value: 'fromOn' },
    { label: 'Shown until', only: 'file', value: 'untilOn' },
    { label: 'State', value: (row) => stateOf(row).word, tone: (row) => stateOf(row).tone },
    { label: 'Written by', value: 'writer' },
  ],
}

export const loader = listLoader(list, ofTeacherSections(listNotices))

export default listPage(list, {
  context: 'Notices that students and parents see in the portal.',
  icon: 'bell',
  empty: 'Notices to the school, a class, a section or a student will be listed here.',
})
