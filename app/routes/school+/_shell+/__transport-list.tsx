import { Badge } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { refundOpen } from '~/models/money/subscriptions/office-words'
import type { applicationChoices, listVehicleApplications } from '~/models/money/transport/decide/applications.server'
import {
  kindNames,
  planNames,
  statusFilters,
  transportStatusNames,
} from '~/models/money/transport/decide/decision-words'

/** Common part of both lists of transport applications, which differ in their filters. */
type ApplicationList = ListOf<typeof listVehicleApplications, Awaited<ReturnType<typeof applicationChoices>>>
type Row = Parameters<Exclude<ApplicationList['columns'][number]['value'], string>>[0]

const choicesOf = (things: ReadonlyArray<{ publicId: string; name: string }>) =>
  things.map(({ publicId, name }) => ({ value: publicId, label: name }))

/** Route and vehicle of the seat; the requested fare before there is a seat. */
function routeAndVehicle({ kind, fareName, routeName, vehicleNumber }: Row): string {
  if (vehicleNumber === null && kind === 'vehicle') return fareName
  return [routeName, vehicleNumber].filter(Boolean).join(', ') || '–'
}

/**
 * Page and file of both lists. The page has only the columns that fit beside the sidebar; the file has its amounts in
 * rupees.
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
    {
      label: 'Applied',
      align: 'nowrap',
      sort: 'date',
      newestFirst: true,
      value: (row) => todayInIndia(row.appliedAt),
      cell: (row) => formatDay(todayInIndia(row.appliedAt), 'en'),
    },
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: 'studentName',
      cell: (row) => (
        <>
          <a href={schoolPaths.transportApplication(row.publicId)}>{row.studentName}</a>
          <br />
          <span className="soft small">{row.classSection}</span>
        </>
      ),
    },
    { label: 'Enrollment number', value: 'enrollmentNumber', only: 'file' },
    { label: 'Class', value: 'classSection', only: 'file' },
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
          <Badge tone={transportStatusNames[row.status].tone}>{transportStatusNames[row.status].word}</Badge>
          {row.refundState === 'open' ? (
            <>
              {' '}
              <Badge tone="warn">{refundOpen}</Badge>
            </>
          ) : null}
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
    { label: 'Refund', value: (row) => (row.refundState === 'open' ? refundOpen : null), only: 'file' },
  ],
} satisfies Omit<ApplicationList, 'path' | 'file'>
