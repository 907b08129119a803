import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { Option } from '~/kit/forms/fields'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { counted } from '~/models/core/shared/counted'
import { listFees } from '~/models/money/fees/queries.server'
import { yearChoices } from '../__year-choices.server'

export const handle = pageTitle(() => 'Fees')

const list: ListOf<typeof listFees, { sessions: Option[]; classes: Option[] }> = {
  path: schoolPaths.fees,
  file: { path: schoolPaths.feesFile, name: 'fees.csv' },
  noun: 'fee',
  may: 'fees:view',
  add: { href: schoolPaths.newFee, may: 'fees:edit' },
  search: { label: 'Fee name' },
  filters: {
    session: { label: 'Academic session', any: 'Any session', options: ({ sessions }) => sessions },
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => classes },
    assigned: {
      label: 'Applicable to',
      any: 'Anybody',
      options: [
        { value: 'class', label: 'The whole class' },
        { value: 'students', label: 'Chosen students' },
        { value: 'nobody', label: 'Not assigned' },
      ],
    },
  },
  columns: [
    { label: 'Session', align: 'nowrap', sort: 'session', value: 'sessionName' },
    { label: 'Fee', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.fee(row.publicId) },
    { label: 'Class', sort: 'class', value: 'className' },
    { label: 'Instalments', align: 'end', value: 'instalments' },
    moneyColumn('Total', (row) => row.totalPaise, { sort: 'total', style: 'exact' }),
    {
      label: 'Applicable to',
      sort: 'students',
      value: ({ isAssigned, students }) => {
        if (isAssigned) return `Whole class: ${counted(students, 'student')}`
        return students > 0 ? `Chosen: ${counted(students, 'student')}` : 'Not assigned'
      },
      tone: ({ isAssigned, students }) => (isAssigned ? 'good' : students > 0 ? 'info' : 'warn'),
    },
    { label: 'Students', only: 'file', value: 'students' },
  ],
}

export const loader = listLoader(list, listFees, yearChoices)

export default listPage(list, {
  context: 'What a class pays in a session, and when.',
  icon: 'fees',
  empty: 'Fees will be listed here. Add one for a class, then assign it: it becomes due for each student of the class.',
})
