import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise, typedRupees } from '~/models/core/shared/money'
import { labelOf, requestKinds, requestStateWords } from '~/models/people/second-person/options'
import { listRequests } from '~/models/people/second-person/requests.server'
import { requestStateTones } from './__words'

export const handle = pageTitle(() => 'Second person')

const list: ListOf<typeof listRequests> = {
  path: schoolPaths.secondPerson,
  file: { path: schoolPaths.secondPersonFile, name: 'second-person.csv' },
  noun: 'request',
  may: 'second-person:view',
  search: { label: 'Search', placeholder: 'Student or colleague' },
  filters: {
    state: { label: 'Status', any: 'Any status', options: optionsOf(requestStateWords) },
    kind: {
      label: 'What',
      any: 'Anything',
      options: requestKinds.map((kind) => ({ value: kind, label: labelOf(kind) })),
    },
  },
  columns: [
    {
      label: 'Requested on',
      align: 'nowrap',
      sort: 'asked',
      newestFirst: true,
      value: (row) => formatInstant(row.askedAt, 'en'),
    },
    {
      label: 'What',
      role: 'title',
      value: (row) => labelOf(row.kind),
      href: (row) => schoolPaths.secondPersonRequest(row.publicId),
    },
    { label: 'Student', value: 'studentName' },
    {
      label: 'Amount',
      align: 'end',
      sort: 'amount',
      value: (row) => (row.amountPaise === null ? null : typedRupees(row.amountPaise)),
      cell: (row) => (row.amountPaise === null ? null : formatPaise(row.amountPaise, { style: 'exact' })),
    },
    { label: 'Requested by', value: 'askedByName' },
    { label: 'Status', value: (row) => requestStateWords[row.state], tone: (row) => requestStateTones[row.state] },
    { label: 'Decided by', value: 'decidedByName' },
  ],
}

export const loader = listLoader(list, listRequests)

export default listPage(list, {
  title: 'Second person',
  context:
    'Large refunds and corrections, changes to bank accounts and payment keys, and the removal of an owner, which one person requests and another approves.',
  icon: 'check',
  empty: 'Requests waiting for a second person appear here. An owner sets the amount under Settings.',
})
