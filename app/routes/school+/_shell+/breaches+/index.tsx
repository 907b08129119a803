import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { breaches } from '~/models/entry/breaches/cases.server'
import { momentOfDay } from '~/models/entry/breaches/rules'

export const handle = pageTitle(() => 'Data breaches')

const moment = (at: Date | null) => (at === null ? null : formatInstant(at, 'en'))

const list: ListOf<typeof breaches.list> = {
  path: schoolPaths.breaches,
  file: { path: schoolPaths.breachesFile, name: 'data-breaches.csv' },
  noun: 'data breach',
  nouns: 'data breaches',
  may: 'breaches:handle',
  add: { href: schoolPaths.newBreach, label: 'Open a case', may: 'breaches:handle' },
  search: { label: 'Search', placeholder: 'Name' },
  filters: {
    state: {
      label: 'Status',
      any: 'All',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'closed', label: 'Closed' },
      ],
    },
  },
  columns: [
    {
      label: 'Noticed',
      align: 'nowrap',
      sort: 'noticed',
      newestFirst: true,
      value: (row) => moment(momentOfDay(row.noticedOn, row.noticedMinute)),
    },
    { label: 'Case', role: 'title', sort: 'title', value: 'title', href: (row) => schoolPaths.breach(row.publicId) },
    { label: 'Affected', align: 'end', value: 'people' },
    { label: 'Notified', align: 'end', value: 'told' },
    { label: 'Read', align: 'end', value: 'read' },
    { label: 'CERT-In informed', value: (row) => moment(row.certInToldAt) },
    { label: 'Board informed', value: (row) => moment(row.detailsToldAt) },
    {
      label: 'Status',
      value: (row) => (row.closedAt === null ? 'Open' : 'Closed'),
      tone: (row) => (row.closedAt === null ? 'warn' : 'neutral'),
    },
  ],
}

export const loader = listLoader(list, breaches.list)

export default listPage(list, {
  title: 'Data breaches',
  context: 'Register of personal data breaches: people affected, people notified, and reports to the authorities.',
  icon: 'info',
  empty:
    'Open a case when personal data was lost, or seen or changed without permission: two deadlines run from the moment it was noticed.',
})
