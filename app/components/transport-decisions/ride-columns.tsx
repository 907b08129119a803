import { Badge } from '~/components/ui/badge'
import type { Column } from '~/components/ui/data-table'
import { schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { OfficeRideRow } from '~/models/transport/office-applications.server'
import { planNames, rideKindNames, rideRefundOpen, rideStatusNames } from './words'

const all: Column<OfficeRideRow>[] = [
  {
    key: 'date',
    label: 'Applied',
    align: 'nowrap',
    sort: 'date',
    newestFirst: true,
    cell: (row) => formatDay(todayInIndia(row.appliedAt), 'en'),
  },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => <a href={schoolPaths.transportApplication(row.publicId)}>{row.studentName}</a>,
  },
  { key: 'place', label: 'Class', cell: (row) => row.place ?? '–' },
  { key: 'kind', label: 'Kind', cell: (row) => rideKindNames[row.kind] },
  { key: 'fare', label: 'Applied for', cell: (row) => row.fareName },
  {
    key: 'route',
    label: 'Route and vehicle',
    sort: 'route',
    cell: (row) => [row.routeName, row.vehicleNumber].filter(Boolean).join(', ') || '–',
  },
  {
    key: 'plan',
    label: 'Plan',
    cell: (row) => `${formatPaise(row.periodPaise, { style: 'short' })}, ${planNames[row.paymentPlan].toLowerCase()}`,
  },
  {
    key: 'status',
    label: 'Status',
    cell: (row) => (
      <>
        <Badge tone={rideStatusNames[row.status].tone}>{rideStatusNames[row.status].word}</Badge>
        {row.refundState === 'open' ? (
          <>
            {' '}
            <Badge tone="warn">{rideRefundOpen}</Badge>
          </>
        ) : null}
      </>
    ),
  },
  {
    key: 'owed',
    label: 'Owed',
    align: 'end',
    cell: (row) => (row.owedPaise > 0 ? formatPaise(row.owedPaise, { style: 'exact' }) : '–'),
  },
]

/** The columns of the office's lists of applications; `ofOneKind` leaves the kind out. */
export function rideColumns({ ofOneKind }: { ofOneKind: boolean }): Column<OfficeRideRow>[] {
  return ofOneKind ? all.filter(({ key }) => key !== 'kind') : all
}
