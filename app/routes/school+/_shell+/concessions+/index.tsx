import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { type Option, optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listConcessions } from '~/models/money/fees/concession-queries.server'
import { concessionSize } from '~/models/money/fees/concession-rules'
import { concessionKindLabels } from '~/models/money/fees/options'
import { yearChoices } from '../__year-choices.server'

export const handle = pageTitle(() => 'Concessions')

export const list: ListOf<typeof listConcessions, { sessions: Option[]; classes: Option[] }> = {
  path: schoolPaths.concessions,
  file: { path: schoolPaths.concessionsFile, name: 'concessions.csv' },
  noun: 'concession',
  may: 'fees:view',
  search: { label: 'Student', placeholder: 'Name or enrollment number' },
  filters: {
    session: { label: 'Academic session', any: 'Any session', options: ({ sessions }) => sessions },
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => classes },
    kind: { label: 'Kind', any: 'Any type', options: optionsOf(concessionKindLabels) },
    state: { label: 'Status', any: 'Active', options: [{ value: 'removed', label: 'Removed' }] },
  },
  totals: { takenPaise: 'reduced' },
  columns: [
    dayColumn('Given', (row) => row.createdAt, { sort: 'given' }),
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: 'studentName',
      href: (row) => schoolPaths.studentConcessions(row.studentId),
    },
    { label: 'Enrollment number', only: 'file', value: 'enrollmentNumber' },
    { label: 'Class', sort: 'class', value: 'className', cell: (row) => row.className ?? '–' },
    { label: 'Kind', value: (row) => concessionKindLabels[row.kind] },
    { label: 'Concession', align: 'end', value: concessionSize },
    { label: 'Applies to', value: (row) => `${row.feeName ?? 'All fees'}, ${row.sessionName}` },
    { label: 'Reason', only: 'file', value: 'reason' },
    { label: 'Given by', value: (row) => (row.isByRule ? `${row.givenBy}, by the sibling rule` : row.givenBy) },
    moneyColumn('Reduced by', (row) => row.takenPaise, { sort: 'taken', style: 'exact' }),
  ],
}

export const loader = listLoader(list, listConcessions, yearChoices)

export default listPage(list, {
  context: 'Students with concessions, with reason and the person who gave them.',
  action: () => <ButtonLink href={schoolPaths.siblingConcessions} variant="secondary" label="Sibling concession" />,
  icon: 'fees',
  empty: {
    text: 'Concessions will be listed here. To give one, open the student, then Fees.',
    action: <ButtonLink href={schoolPaths.students} label="Students" />,
  },
})
