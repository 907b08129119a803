import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatDay } from '~/models/core/shared/calendar'
import { sessions } from '~/models/people/academics/sessions.server'

export const handle = pageTitle(() => 'Academic sessions')

const list: ListOf<typeof sessions.list> = {
  path: schoolPaths.sessions,
  file: { path: schoolPaths.sessionsFile, name: 'academic-sessions.csv' },
  noun: 'session',
  may: 'academics:view',
  add: { href: schoolPaths.newSession, may: 'academics:edit' },
  search: { label: 'Search' },
  filters: {},
  columns: [
    {
      label: 'From – to',
      only: 'page',
      sort: 'newest',
      value: (row) => `${formatDay(row.startsOn, 'en')} – ${formatDay(row.endsOn, 'en')}`,
    },
    { label: 'Session', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.session(row.publicId) },
    { label: 'First day', only: 'file', value: 'startsOn' },
    { label: 'Last day', only: 'file', value: 'endsOn' },
    { label: 'Students', align: 'end', sort: 'students', value: 'studying' },
    {
      label: 'Status',
      value: (row) => (row.isCurrent ? 'Current' : 'Not current'),
      tone: (row) => (row.isCurrent ? 'good' : 'neutral'),
    },
  ],
}

export const loader = listLoader(list, sessions.list)

export default listPage(list, {
  title: 'Academic sessions',
  context: 'The academic sessions, newest first; exactly one is current.',
  icon: 'calendar',
  empty: 'School years will be listed here. Add the current one.',
})
