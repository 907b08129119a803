import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listRequests } from '~/models/learning/certificates/requests.server'
import { fullName } from '~/models/people/students/rules'
import { clockWords, requestWords, toneOf } from './__words'

export const handle = pageTitle(() => 'Certificate requests')

const list: ListOf<typeof listRequests> = {
  path: schoolPaths.certificateRequests,
  file: { path: schoolPaths.certificateRequestsFile, name: 'certificate-requests.csv' },
  noun: 'request',
  may: 'certificates:view',
  search: { label: 'Search', placeholder: 'Name, type or purpose' },
  filters: { state: { label: 'Status', any: 'Any status', options: optionsOf({ open: 'Open', ...requestWords }) } },
  columns: [
    dayColumn('Answer by', (row) => row.answerBy, { sort: 'due' }),
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: fullName,
      href: (row) => schoolPaths.certificateRequest(row.publicId),
    },
    { label: 'Enrollment number', only: 'file', value: 'enrollmentNumber' },
    { label: 'Kind', value: 'kindName' },
    { label: 'Purpose', value: 'purpose' },
    dayColumn('Requested on', (row) => row.askedOn, { sort: 'asked', newestFirst: true }),
    { label: 'Days left', value: clockWords },
    { label: 'Status', value: (row) => requestWords[row.state], tone: toneOf },
    { label: 'Decided by', only: 'file', value: 'decidedByName' },
  ],
}

export const loader = listLoader(list, listRequests)

export default listPage(list, {
  title: 'Certificate requests',
  context: 'Requests from families, most urgent first. Days are calendar days in India.',
  icon: 'exam',
  empty: 'Certificates that families request on their page appear here.',
})
