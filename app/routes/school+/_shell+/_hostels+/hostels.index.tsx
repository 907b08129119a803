import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { genderWords, hostelTypeWords } from '~/models/money/hostels/hostel-fields'
import { hostels } from '~/models/money/hostels/hostels.server'

export const handle = pageTitle(() => 'Hostels')

const stateWords = { active: 'Open', inactive: 'Not open' }
const stateOf = (row: { isActive: boolean }) => stateWords[row.isActive ? 'active' : 'inactive']

const list: ListOf<typeof hostels.list> = {
  path: schoolPaths.hostels,
  file: { path: schoolPaths.hostelsFile, name: 'hostels.csv' },
  noun: 'hostel',
  may: 'hostels:view',
  add: { href: schoolPaths.newHostel, may: 'hostels:edit' },
  search: { label: 'Search', placeholder: 'Name, warden or address' },
  filters: {
    gender: { label: 'For', any: 'Anybody', options: optionsOf(genderWords) },
    type: { label: 'Type', options: optionsOf(hostelTypeWords) },
    state: { label: 'Status', options: optionsOf(stateWords) },
  },
  columns: [
    { label: 'Hostel', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.hostel(row.publicId) },
    { label: 'For', value: (row) => genderWords[row.genderType] },
    { label: 'Type', value: (row) => hostelTypeWords[row.hostelType] },
    { label: 'Rooms', align: 'end', value: 'rooms' },
    { label: 'Beds', align: 'end', sort: 'beds', value: 'beds' },
    { label: 'Taken', align: 'end', value: 'taken', href: (row) => schoolPaths.hostelOccupancy(row.publicId) },
    { label: 'Free', align: 'end', sort: 'free', value: 'free' },
    moneyColumn('Deposit', (row) => row.securityDepositPaise, { sort: 'deposit' }),
    { label: 'Status', value: stateOf, tone: (row) => (row.isActive ? 'good' : 'neutral') },
  ],
}

export const loader = listLoader(list, hostels.list)

export default listPage(list, {
  context: 'The school’s hostels.',
  icon: 'hostel',
  empty: 'Hostels with their rooms will be listed here. Students see them in the portal and apply for a bed.',
})
