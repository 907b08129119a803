import { schoolPaths } from '~/http/school-paths'
import { choicesOf, optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { formatPaise } from '~/models/core/shared/money'
import type { applicationChoices, listVehicleApplications } from '~/models/money/transport/decide/applications.server'
import {
  kindNames,
  planNames,
  statusFilters,
  transportStatusNames,
} from '~/models/money/transport/decide/decision-words'
import { applicantColumns, refundColumn, StatusBadges } from './__application-columns'

/** Common part of both lists of transport applications, which differ in their filters. */
type ApplicationList = ListOf<typeof listVehicleApplications, Awaited<ReturnType<typeof applicationChoices>>>
type Row = Parameters<Exclude<ApplicationList['columns'][number]['value'], string>>[0]

/** Route and vehicle of the seat; the requested fare before there is a seat. */
function routeAndVehicle({ kind, fareName, routeName, vehicleNumber }: Row): string {
  if (vehicleNumber === null && kind === 'vehicle') return fareName
  return [routeName, vehicleNumber].filter(Boolean).join(', ') || '–'
}

/**
 * Page and CSV file of both lists of transport applications. The page has only the columns that fit beside the sidebar;
 * the amounts in the file are rupees.
 */
export const applicationList = {
  noun: 'application',
  may: 'transport-applications:view',
  search: { label: 'Search', placeholder: 'Student, enrollment number, vehicle or address' },
  filters: {
    status: { label: 'Status', options: optionsOf(statusFilters) },
    route: { label: 'Route', any: 'All', options: ({ routes }) => choicesOf(routes) },
    session: { label: 'Session', any: 'All', options: ({ sessions }) => choicesOf(sessions) },
  },
  columns: [
    ...applicantColumns((id) => schoolPaths.transportApplication(id)),
    { label: 'Kind', value: (row) => kindNames[row.kind], only: 'file' },
    { label: 'Applied for', value: 'fareName', cell: (row) => (row.kind === 'vehicle' ? 'A vehicle' : row.fareName) },
    { label: 'Route and vehicle', sort: 'route', value: routeAndVehicle, only: 'page' },
    { label: 'Route', value: 'routeName', only: 'file' },
    { label: 'Vehicle', value: 'vehicleNumber', only: 'file' },
    { label: 'Session', value: 'sessionName', only: 'file' },
    { label: 'Plan', value: (row) => planNames[row.paymentPlan], only: 'file' },
    { label: 'Fare per period (₹)', value: (row) => row.periodPaise / 100, only: 'file' },
    {
      label: 'Status',
      value: (row) => transportStatusNames[row.status].word,
      cell: (row) => (
        <>
          <StatusBadges status={transportStatusNames[row.status]} refundState={row.refundState} />
          {row.owedPaise > 0 ? (
            <>
              <br />
              <span className="soft small nowrap">{`${formatPaise(row.owedPaise, { style: 'exact' })} owed`}</span>
            </>
          ) : null}
        </>
      ),
    },
    { label: 'Owed (₹)', value: (row) => row.owedPaise / 100, only: 'file' },
    refundColumn(),
  ],
} satisfies Omit<ApplicationList, 'path' | 'file'>
