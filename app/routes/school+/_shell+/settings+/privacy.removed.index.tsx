import { pageTitle, schoolPaths } from '~/http/school-paths'
import { blockedWords } from '~/models/retention/options'
import { listRestorable } from '~/models/retention/restore-run.server'
import { formatDay } from '~/models/shared/calendar'
import type { ListOf } from '~/office/list'
import { listLoader } from '~/office/list.server'
import { ListPage } from '~/office/list-page'

export const handle = pageTitle(() => 'Removed lately')

export const list: ListOf<typeof listRestorable> = {
  path: schoolPaths.removedData,
  file: { path: schoolPaths.removedDataFile, name: 'removed.csv' },
  noun: 'student',
  may: 'settings:edit',
  search: { label: 'Search', placeholder: 'Name or enrollment number' },
  filters: {},
  columns: [
    {
      label: 'Name',
      role: 'title',
      value: 'name',
      href: ({ run, publicId }) => schoolPaths.restoreStudent(run, publicId),
    },
    { label: 'Enrollment number', value: 'number' },
    { label: 'Removed on', value: ({ removedOn }) => formatDay(removedOn, 'en') },
    { label: 'Can be put back until', sort: 'until', value: ({ until }) => formatDay(until, 'en') },
    { label: 'Passed over because', value: ({ blocked }) => (blocked === null ? null : blockedWords[blocked]) },
  ],
}

export const loader = listLoader(list, listRestorable)

export default function RemovedDataPage() {
  return (
    <ListPage
      list={list}
      rowKey={({ run, publicId }) => `${run} ${publicId}`}
      title="Removed lately"
      context="Of whom retention removed data within the last 30 days. It lies sealed: nobody can read it, and the owner can put it back. Then it is destroyed."
      icon="info"
      empty={{ title: 'Nothing to put back', text: 'No data was removed within the last 30 days.' }}
    />
  )
}
