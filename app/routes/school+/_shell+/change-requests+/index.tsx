import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { tickColumn } from '~/kit/pages/tick-column'
import { todayInIndia } from '~/models/core/shared/calendar'
import { listChangeRequests } from '~/models/people/students/change-requests/change-requests.server'
import { changeStateTones, changeStateWords } from './__state-words'

export const handle = pageTitle(() => 'Change requests')

type Asked = Awaited<ReturnType<typeof listChangeRequests>>['rows'][number]

const list: ListOf<typeof listChangeRequests> = {
  path: schoolPaths.changeRequests,
  file: { path: schoolPaths.changeRequestsFile, name: 'change-requests.csv' },
  noun: 'request',
  may: 'students:edit',
  search: { label: 'Search requests', placeholder: 'Name or enrollment number' },
  filters: { status: { label: 'Status', any: 'Any status', options: optionsOf(changeStateWords) } },
  columns: [
    tickColumn(
      'request',
      ({ label, name }: Asked) => `${label} of ${name}`,
      ({ state }) => state === 'pending',
    ),
    dayColumn('Requested on', (row) => row.createdAt, { sort: 'asked' }),
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: 'name',
      href: (row) => schoolPaths.changeRequest(row.publicId),
    },
    { label: 'Enrollment number', align: 'nowrap', value: 'enrollmentNumber' },
    { label: 'Field', value: 'label' },
    { label: 'From', value: 'oldWords', cell: (row) => row.oldWords || '–' },
    { label: 'To', value: 'newWords' },
    { label: 'Status', value: (row) => changeStateWords[row.state], tone: (row) => changeStateTones[row.state] },
    { label: 'Decided on', only: 'file', value: (row) => row.decidedAt && todayInIndia(row.decidedAt) },
    { label: 'Reason', only: 'file', value: 'reason' },
  ],
}

export const loader = listLoader(list, listChangeRequests)

export default listPage(list, {
  title: 'Change requests',
  context: 'Corrections that students have requested.',
  icon: 'user',
  empty:
    'When a student requests a change of name, date of birth or category, it appears here for your decision. You can also change these fields yourself on the student’s page, or by a correction if they are in the general register.',
  summary: (
    <>
      {' '}
      <button type="submit" form="ticked" className="btn btn-secondary">
        Approve the ticked requests…
      </button>
    </>
  ),
  above: <form id="ticked" method="get" action={schoolPaths.approveChangeRequests} />,
})
