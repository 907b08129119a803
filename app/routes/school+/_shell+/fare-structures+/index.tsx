import { useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { formatPaise } from '~/models/core/shared/money'
import { fareBasisWords } from '~/models/money/transport/fare-fields'
import { fares, isAnyFareOffered } from '~/models/money/transport/fares.server'

export const handle = pageTitle(() => 'Fares')

const stateWords = { active: 'Offered', inactive: 'Not offered' }
const stateOf = (row: { isActive: boolean }) => stateWords[row.isActive ? 'active' : 'inactive']

type Amounts = { baseFarePaise: number; perKmPaise: number; depositPaise: number }

function amountColumn<Row extends Amounts>(label: string, name: keyof Amounts) {
  const cell = (row: Row) => (row[name] === 0 ? '–' : formatPaise(row[name], { style: 'short' }))
  return { ...moneyColumn<Row, 'name'>(label, (row) => row[name]), cell }
}

const list: ListOf<typeof fares.list> = {
  path: schoolPaths.fareStructures,
  file: { path: schoolPaths.fareStructuresFile, name: 'fares.csv' },
  noun: 'fare',
  may: 'transport:view',
  add: { href: schoolPaths.newFareStructure, may: 'transport:edit' },
  search: { label: 'Search', placeholder: 'Name' },
  filters: { state: { label: 'Status', options: optionsOf(stateWords) } },
  columns: [
    {
      label: 'Fare',
      role: 'title',
      sort: 'name',
      value: 'name',
      href: (row, mayEdit) => (mayEdit ? schoolPaths.editFareStructure(row.publicId) : null),
    },
    { label: 'Calculation', value: (row) => fareBasisWords[row.basis] },
    amountColumn('Base fare', 'baseFarePaise'),
    amountColumn('Per km', 'perKmPaise'),
    amountColumn('Deposit', 'depositPaise'),
    { label: 'Applications', align: 'end', value: 'applications' },
    {
      label: 'Status',
      value: (row) => (row.isDefault ? 'Default' : stateOf(row)),
      tone: (row) => (row.isDefault ? 'info' : row.isActive ? 'good' : 'neutral'),
    },
  ],
}

export const loader = listLoader(list, fares.list, isAnyFareOffered)

export default function FareStructuresPage() {
  const { more: isOffered, list: shown } = useLoaderData<typeof loader>()
  return (
    <ListPage
      list={list}
      title="Fares"
      context="What school transport costs per month, by distance or by stop. To stop offering transport, untick “Offered to students” and “Default” on the last fare."
      icon="bus"
      empty="Students can apply for transport once there is a fare. The first one becomes the default."
      above={
        isOffered || shown.total === 0 ? null : (
          <Alert tone="warn" title="No fare is offered">
            <p>Students cannot apply for transport by distance or stop. Edit a fare and tick “Offered to students”.</p>
          </Alert>
        )
      }
    />
  )
}
