import { Badge } from '~/components/ui/badge'
import type { Column } from '~/components/ui/data-table'
import { schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { rideRefundOpen, rideStatusNames } from '~/models/transport/decision-words'
import type { OfficeRideRow } from '~/models/transport/office-applications.server'

/** Of the seat; of who has none yet, what was applied for. */
function routeAndVehicle({ kind, fareName, routeName, vehicleNumber }: OfficeRideRow): string {
  if (vehicleNumber === null && kind === 'vehicle') return fareName
  return [routeName, vehicleNumber].filter(Boolean).join(', ') || '–'
}

/** The columns of the office's lists of applications: as many as fit beside the sidebar; kind, plan and session are in the file. */
export const rideColumns: Column<OfficeRideRow>[] = [
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
    cell: (row) => (
      <>
        <a href={schoolPaths.transportApplication(row.publicId)}>{row.studentName}</a>
        <br />
        <span className="soft small">{row.place}</span>
      </>
    ),
  },
  { key: 'fare', label: 'Applied for', cell: (row) => (row.kind === 'vehicle' ? 'A vehicle' : row.fareName) },
  { key: 'route', label: 'Route and vehicle', sort: 'route', cell: routeAndVehicle },
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
        {row.owedPaise > 0 ? (
          <>
            <br />
            <span className="soft small nowrap">{`${formatPaise(row.owedPaise, { style: 'exact' })} owed`}</span>
          </>
        ) : null}
      </>
    ),
  },
]
