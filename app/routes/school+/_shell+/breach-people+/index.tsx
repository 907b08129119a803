import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { findWayWords } from '~/models/entry/breaches/breach-words'
import { breachChoices, listBreachPeople } from '~/models/entry/breaches/cases.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'People affected')

const moment = (at: Date | null) => (at === null ? null : formatInstant(at, 'en'))

const list: ListOf<typeof listBreachPeople, Awaited<ReturnType<typeof breachChoices>>> = {
  path: schoolPaths.breachPeople,
  file: { path: schoolPaths.breachPeopleFile, name: 'people-affected.csv' },
  noun: 'person',
  nouns: 'people',
  may: 'breaches:handle',
  search: { label: 'Search', placeholder: 'Name or number' },
  filters: {
    breach: {
      label: 'Case',
      any: 'All cases',
      options: (cases) => cases.map(({ publicId, title }) => ({ value: publicId, label: title })),
    },
    state: {
      label: 'Status',
      any: 'All',
      options: [
        { value: 'untold', label: 'Not notified yet' },
        { value: 'unread', label: 'Notified, not read yet' },
        { value: 'read', label: 'Read' },
      ],
    },
  },
  columns: [
    {
      label: 'Student',
      role: 'title',
      sort: 'name',
      value: (row) => fullName(row),
      href: (row) => schoolPaths.student(row.studentPublicId),
    },
    { label: 'Number', align: 'nowrap', value: (row) => row.admissionNumber ?? row.enrollmentNumber },
    { label: 'Case', value: 'breach' },
    { label: 'Found', value: (row) => findWayWords[row.foundBy] },
    { label: 'Notified', sort: 'told', value: (row) => moment(row.toldAt) },
    { label: 'Mails', align: 'end', value: 'mails' },
    { label: 'Failed mails', align: 'end', value: 'mailsFailed' },
    { label: 'Read', value: (row) => moment(row.readAt) },
  ],
}

export const loader = listLoader(list, listBreachPeople, breachChoices)

export default listPage(list, {
  rowKey: (row) => row.publicId,
  title: 'People affected',
  context: 'Students whose data was affected by a breach, and how they were notified.',
  icon: 'users',
  empty: 'Open a case under Data breaches, and choose the people affected there.',
})
