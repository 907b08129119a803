import { Badge } from '~/components/ui/badge'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { genderWords, hostelTypeWords } from '~/models/hostels/hostel-fields'
import { listHostels } from '~/models/hostels/office-hostels.server'
import { optionsOf } from '~/models/shared/fields'
import { type ListOf, moneyColumn } from '~/office/list'
import { listLoader } from '~/office/list.server'
import { ListPage } from '~/office/list-page'

export const handle = pageTitle(() => 'Hostels')

const stateWords = { active: 'Open', inactive: 'Not open' }
const stateOf = (row: { isActive: boolean }) => stateWords[row.isActive ? 'active' : 'inactive']

export const list: ListOf<typeof listHostels> = {
  path: schoolPaths.hostels,
  file: { path: schoolPaths.hostelsFile, name: 'hostels.csv' },
  noun: 'hostel',
  search: { label: 'Search', placeholder: 'Name, warden or address' },
  filters: {
    gender: { label: 'For', any: 'Anybody', options: optionsOf(genderWords) },
    type: { label: 'Type', options: optionsOf(hostelTypeWords) },
    state: { label: 'Status', options: optionsOf(stateWords) },
  },
  columns: [
    {
      label: 'Hostel',
      role: 'title',
      sort: 'name',
      value: (row) => row.name,
      cell: (row) => <a href={schoolPaths.hostel(row.publicId)}>{row.name}</a>,
    },
    { label: 'For', value: (row) => genderWords[row.genderType] },
    { label: 'Type', value: (row) => hostelTypeWords[row.hostelType] },
    { label: 'Rooms', align: 'end', value: (row) => row.rooms },
    { label: 'Beds', align: 'end', sort: 'beds', value: (row) => row.beds },
    {
      label: 'Taken',
      align: 'end',
      value: (row) => row.taken,
      cell: (row) => <a href={schoolPaths.hostelOccupancy(row.publicId)}>{row.taken}</a>,
    },
    { label: 'Free', align: 'end', sort: 'free', value: (row) => row.free },
    moneyColumn('Deposit', (row) => row.securityDepositPaise, { sort: 'deposit' }),
    {
      label: 'Status',
      value: stateOf,
      cell: (row) => <Badge tone={row.isActive ? 'good' : 'neutral'}>{stateOf(row)}</Badge>,
    },
  ],
}

export const loader = listLoader({ list, may: 'hostels:view', mayEdit: 'hostels:edit', read: listHostels })

export default function HostelsPage() {
  return (
    <ListPage
      list={list}
      title="Hostels"
      context="Where students of the school live."
      add={{ href: schoolPaths.newHostel, label: 'Add hostel' }}
      empty={{
        icon: 'hostel',
        title: 'No hostel yet',
        text: 'Hostels with their rooms will be listed here. Students see them in the portal and apply for a bed.',
      }}
    />
  )
}
