import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { genderChoices, genderWords, hostelTypeChoices, hostelTypeWords } from '~/components/hostel-office/words'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { hostelFilters, hostelSorts, listHostels } from '~/models/hostels/office-hostels.server'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Hostels')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'hostels:view')
  const view = listViewOf(request, { sorts: hostelSorts, filters: hostelFilters })
  return { view, mayEdit: mayStaff(role, 'hostels:edit'), list: await listHostels(scope, view) }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Hostel',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.hostel(row.publicId)}>{row.name}</a>,
  },
  { key: 'gender', label: 'For', cell: (row) => genderWords[row.genderType] },
  { key: 'type', label: 'Type', cell: (row) => hostelTypeWords[row.hostelType] },
  { key: 'rooms', label: 'Rooms', align: 'end', cell: (row) => row.rooms },
  { key: 'beds', label: 'Beds', align: 'end', sort: 'beds', cell: (row) => row.beds },
  {
    key: 'taken',
    label: 'Taken',
    align: 'end',
    cell: (row) => <a href={schoolPaths.hostelOccupancy(row.publicId)}>{row.taken}</a>,
  },
  { key: 'free', label: 'Free', align: 'end', sort: 'free', cell: (row) => row.free },
  {
    key: 'deposit',
    label: 'Deposit',
    align: 'end',
    sort: 'deposit',
    cell: (row) => formatPaise(row.depositPaise, { style: 'short' }),
  },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => <Badge tone={row.isActive ? 'good' : 'neutral'}>{row.isActive ? 'Open' : 'Not open'}</Badge>,
  },
]

export default function HostelsPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newHostel} variant="next" icon="plus">
      Add hostel
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Hostels" context="Where students of the school live." action={add} />
      <OfficeList
        path={schoolPaths.hostels}
        filePath={schoolPaths.hostelsFile}
        view={view}
        list={list}
        noun="hostel"
        caption="Hostels"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name, warden or address' }}
        filters={
          <>
            <SelectField
              name="gender"
              label="For"
              placeholder="Anybody"
              defaultValue={view.filters.gender}
              options={genderChoices}
            />
            <SelectField
              name="type"
              label="Type"
              placeholder="Any"
              defaultValue={view.filters.type}
              options={hostelTypeChoices}
            />
            <SelectField
              name="state"
              label="Status"
              placeholder="Any"
              defaultValue={view.filters.state}
              options={[
                { value: 'active', label: 'Open' },
                { value: 'inactive', label: 'Not open' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'hostel',
          title: 'No hostel yet',
          text: 'Hostels with their rooms will be listed here. Students see them in the portal and apply for a bed.',
          action: add,
        }}
      />
    </>
  )
}
