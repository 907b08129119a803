import { factWords } from '~/components/school/audit-words'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listSecurityEvents } from '~/models/dashboard/list-security-events.server'
import { formatInstant, todayInIndia } from '~/models/shared/calendar'
import { optionsOf } from '~/models/shared/fields'
import type { ListOf } from '~/office/list'
import { listLoader } from '~/office/list.server'
import { ListPage } from '~/office/list-page'
import { securityGroupWords, securityKindWords } from './__security-words'

export const handle = pageTitle(() => 'Sign-ins and devices')

const persons = { staff: 'Staff', student: 'Students', applicant: 'Online registrations' }

export const list: ListOf<typeof listSecurityEvents> = {
  path: schoolPaths.security,
  file: { path: schoolPaths.securityFile, name: () => `sign-ins-${todayInIndia(new Date())}.csv` },
  noun: 'event',
  may: 'security:view',
  search: { label: 'Search', placeholder: 'Name, device, address' },
  filters: {
    group: { label: 'What', any: 'Anything', options: optionsOf(securityGroupWords) },
    personKind: { label: 'Person', any: 'Anybody', options: optionsOf(persons) },
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
  },
  columns: [
    {
      label: 'What',
      role: 'title',
      value: (row) => securityKindWords[row.kind],
      cell: (row) => `${securityKindWords[row.kind]}${row.times === 1 ? '' : `, ${row.times} times`}`,
    },
    { label: 'Times', only: 'file', value: 'times' },
    { label: 'When', align: 'nowrap', sort: 'when', newestFirst: true, value: (row) => formatInstant(row.at, 'en') },
    { label: 'Who', value: 'actor', cell: (row) => row.actor ?? 'Not signed in' },
    { label: 'About', value: 'whom' },
    { label: 'Device', value: 'device' },
    { label: 'Address', value: 'address' },
    { label: 'Details', value: (row) => factWords(row.details) || null },
  ],
}

export const loader = listLoader(list, listSecurityEvents)

export default function SecurityPage() {
  return (
    <ListPage
      list={list}
      rowKey={(row) => row.id}
      title="Sign-ins and devices"
      context="Who signed in and from where, wrong passwords, what was refused, and which files were downloaded. Nobody can change this log."
      icon="info"
      empty={{
        title: 'Nothing has happened yet',
        text: 'Sign-ins, wrong passwords and downloads are listed here as they happen.',
      }}
    />
  )
}
