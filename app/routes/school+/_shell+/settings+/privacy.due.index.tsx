import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatDay } from '~/models/core/shared/calendar'
import { listDue } from '~/models/entry/retention/due.server'
import { removable } from '~/models/entry/retention/field-classes'
import { holdWords } from '~/models/entry/retention/options'
import { inEnglish } from '~/models/entry/retention/record-words'

export const handle = pageTitle(() => 'Students due for removal')

const list: ListOf<typeof listDue> = {
  path: schoolPaths.dueData,
  file: { path: schoolPaths.dueDataFile, name: 'due.csv' },
  noun: 'person',
  nouns: 'people',
  may: 'settings:edit',
  filters: {
    class: {
      label: 'What',
      any: null,
      options: removable.map(([value, { title }]) => ({ value, label: inEnglish(title) })),
    },
  },
  columns: [
    {
      label: 'Name',
      role: 'title',
      value: 'name',
      href: (row) => (row.publicId ? schoolPaths.student(row.publicId) : null),
    },
    { label: 'Enrollment number', value: 'number' },
    { label: 'Left, or admission decided on', sort: 'since', value: (row) => formatDay(row.since, 'en') },
    { label: 'Held because', value: (row) => (row.heldBecause === null ? null : holdWords[row.heldBecause]) },
  ],
}

export const loader = listLoader(list, listDue)

export default listPage(list, {
  rowKey: (row) => `${row.publicId} ${row.name} ${row.since}`,
  title: 'Students due for removal',
  context: 'Students whose data a run would remove today, earliest leavers first. Held students are skipped.',
  icon: 'info',
  empty: {
    title: 'No one is due for removal',
    text: 'No student left, and no admission was rejected or withdrawn, that long ago.',
  },
})
