import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatDay } from '~/models/core/shared/calendar'
import { skipReasonLabels } from '~/models/entry/retention/options'
import { listRestorable } from '~/models/entry/retention/restore-run.server'

export const handle = pageTitle(() => 'Recently removed')

const list: ListOf<typeof listRestorable> = {
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
    { label: 'Can be restored until', sort: 'until', value: ({ until }) => formatDay(until, 'en') },
    { label: 'Skipped because', value: ({ blocked }) => (blocked === null ? null : skipReasonLabels[blocked]) },
  ],
}

export const loader = listLoader(list, listRestorable)

export default listPage(list, {
  rowKey: ({ run, publicId }) => `${run} ${publicId}`,
  title: 'Recently removed',
  context:
    'Students whose data was removed by retention in the last 30 days. It is sealed: no one can read it, and the owner can restore it. Then it is destroyed.',
  icon: 'info',
  empty: { title: 'Nothing to restore', text: 'No data was removed within the last 30 days.' },
})
