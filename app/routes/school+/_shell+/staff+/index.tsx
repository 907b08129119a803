import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { staffStateWords } from '~/models/people/accounts/staff/staff-fields'
import { roleNames } from '~/models/people/accounts/staff/staff-options'
import { staff } from '~/models/people/accounts/staff/staff-queries.server'

export const handle = pageTitle(() => 'Staff')

const tones = { active: 'good', invited: 'info', inactive: 'neutral' } as const

const list: ListOf<typeof staff.list> = {
  path: schoolPaths.staff,
  file: { path: schoolPaths.staffFile, name: 'staff.csv' },
  noun: 'person',
  nouns: 'people',
  may: 'staff:edit',
  add: { href: schoolPaths.newStaff, may: 'staff:edit', label: 'Invite a colleague' },
  search: { label: 'Search', placeholder: 'Name or e-mail' },
  filters: {
    role: { label: 'Role', any: 'All roles', options: optionsOf(roleNames) },
    state: { label: 'Status', any: 'All', options: optionsOf(staffStateWords) },
  },
  columns: [
    { label: 'Name', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.editStaff(row.publicId) },
    { label: 'Email', value: 'email' },
    { label: 'Role', sort: 'role', value: (row) => roleNames[row.role] },
    { label: 'Status', value: (row) => staffStateWords[row.state], tone: (row) => tones[row.state] },
  ],
}

export const loader = listLoader(list, staff.list)

export default listPage(list, {
  title: 'Staff',
  context: 'Staff who sign in for the school, and their roles.',
  icon: 'users',
  empty: 'Colleagues who sign in will be listed here.',
})
