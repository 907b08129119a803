import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { topicWords } from '~/models/contact/grievances/grievance-fields'
import { listGrievances } from '~/models/contact/grievances/read-grievances.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { clockWords, grievanceStateWords, toneOf } from './__words'

export const handle = pageTitle(() => 'Grievances')

const today = () => todayInIndia(new Date())

const list: ListOf<typeof listGrievances> = {
  path: schoolPaths.grievances,
  file: { path: schoolPaths.grievancesFile, name: 'grievances.csv' },
  noun: 'grievance',
  may: 'grievances:answer',
  add: { href: schoolPaths.newGrievance, label: 'Enter from paper', may: 'grievances:answer' },
  search: { label: 'Search', placeholder: 'Number or name' },
  filters: {
    state: {
      label: 'Status',
      any: 'Any status',
      options: optionsOf({ waiting: 'Waiting for an answer', late: 'Late', ...grievanceStateWords }),
    },
  },
  columns: [
    dayColumn('Answer by', (row) => row.answerBy, { sort: 'due' }),
    { label: 'Number', role: 'title', value: 'number', href: (row) => schoolPaths.grievance(row.publicId) },
    dayColumn('Received', (row) => row.receivedOn, { sort: 'received', newestFirst: true }),
    { label: 'Written by', sort: 'writer', value: 'writerName' },
    { label: 'Student', value: 'studentName' },
    { label: 'About', value: (row) => topicWords[row.topic] },
    { label: 'Days left', value: (row) => clockWords(row, today()) },
    { label: 'Status', value: (row) => grievanceStateWords[row.state], tone: (row) => toneOf(row, today()) },
    { label: 'Answered on', only: 'file', value: 'answeredOn' },
    { label: 'Legal deadline', only: 'file', value: (row) => (row.topic === 'school' ? null : row.lawBy) },
  ],
}

export const loader = listLoader(list, listGrievances)

export default listPage(list, {
  context:
    'Grievances of families about their data or the school, by answer date. Only the office and the writer can read them.',
  icon: 'info',
  empty: 'Families write from their accounts. Enter grievances received on paper here.',
  above: (
    <nav className="actions" aria-label="More about grievances">
      <ButtonLink href={schoolPaths.grievanceRegister} variant="secondary" icon="download" data-file>
        Register (PDF)
      </ButtonLink>
    </nav>
  ),
})
