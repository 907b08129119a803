import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { formatPaise } from '~/models/shared/money'
import { fareFilters, fareSorts, isAnyFareOffered, listFares } from '~/models/transport/office-fares.server'
import { fareBasisWords } from '~/models/transport/office-words'

export const handle = pageTitle(() => 'Fares')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'transport:view')
  const view = listViewOf(request, { sorts: fareSorts, filters: fareFilters })
  const [list, isOffered] = await Promise.all([listFares(scope, view), isAnyFareOffered(scope)])
  return { view, mayEdit: mayStaff(role, 'transport:edit'), list, isOffered }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const rupees = (paise: number) => (paise === 0 ? '–' : formatPaise(paise, { style: 'short' }))

function columnsFor(mayEdit: boolean): Column<Row>[] {
  return [
    {
      key: 'name',
      label: 'Fare',
      role: 'title',
      sort: 'name',
      cell: (row) => (mayEdit ? <a href={schoolPaths.editFareStructure(row.publicId)}>{row.name}</a> : row.name),
    },
    { key: 'basis', label: 'Calculation', cell: (row) => fareBasisWords[row.basis] },
    { key: 'base', label: 'Base fare', align: 'end', cell: (row) => rupees(row.baseFarePaise) },
    { key: 'km', label: 'Per km', align: 'end', cell: (row) => rupees(row.perKmPaise) },
    { key: 'deposit', label: 'Deposit', align: 'end', cell: (row) => rupees(row.depositPaise) },
    { key: 'applications', label: 'Applications', align: 'end', cell: (row) => row.applications },
    {
      key: 'state',
      label: 'Status',
      cell: (row) => {
        if (row.isDefault) return <Badge tone="info">Default</Badge>
        return <Badge tone={row.isActive ? 'good' : 'neutral'}>{row.isActive ? 'Offered' : 'Not offered'}</Badge>
      },
    },
  ]
}

export default function FareStructuresPage() {
  const { view, mayEdit, list, isOffered } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newFareStructure} variant="next" icon="plus">
      Add fare
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Fares"
        context="What school transport costs per month, by distance or by stop. To stop offering transport, untick “Offered to students” and “Default” on the last fare."
        action={add}
      />
      {isOffered || list.total === 0 ? null : (
        <Alert tone="warn" title="No fare is offered">
          <p>Students cannot apply for transport by a fare. Edit one and tick “Offered to students”.</p>
        </Alert>
      )}
      <OfficeList
        path={schoolPaths.fareStructures}
        filePath={schoolPaths.fareStructuresFile}
        view={view}
        list={list}
        noun="fare"
        caption="Fares"
        columns={columnsFor(mayEdit)}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name' }}
        filters={
          <SelectField
            name="state"
            label="Status"
            placeholder="Any"
            defaultValue={view.filters.state}
            options={[
              { value: 'active', label: 'Offered' },
              { value: 'inactive', label: 'Not offered' },
            ]}
          />
        }
        empty={{
          icon: 'bus',
          title: 'No fare yet',
          text: 'Students apply for transport once there is a fare. The first one becomes the default.',
          action: add,
        }}
      />
    </>
  )
}
