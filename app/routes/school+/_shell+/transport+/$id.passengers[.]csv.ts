import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList } from '~/http/route.server'
import { openThing } from '~/kit/pages/form.server'
import { expectedWords, phonesOf, sectionText, stopText, timeLabel } from '~/models/money/vehicles/passenger-view'
import { listPassengers, type Passenger } from '~/models/money/vehicles/passengers.server'
import { routes } from '~/models/money/vehicles/routes.server'
import { tripClock } from '~/models/money/vehicles/rules'

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing: route } = await openThing(args, { may: 'transport:view', find: routes.find })
  return csvOfList<Passenger>(
    'passengers.csv',
    [
      { label: 'Vehicle', value: (row) => row.vehicleNumber },
      { label: 'Times', value: (row) => tripClock(row) },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Class', value: sectionText },
      { label: 'Parents’ phones', value: phonesOf },
      { label: 'Emergency contact', value: (row) => row.emergencyContact },
      { label: 'Stop', value: stopText },
      { label: 'Pickup', value: (row) => timeLabel(row.pickupMinute) },
      { label: 'Drop', value: (row) => timeLabel(row.dropMinute) },
      { label: 'Medical conditions', value: (row) => row.medicalConditions },
      { label: 'Status', value: (row) => (row.isExpected ? expectedWords : 'Travels') },
    ],
    // A route has few seats, so a single page holds all passengers.
    async () => {
      const rows = await listPassengers(scope, route)
      return { rows, total: rows.length, page: 1, pages: 1 }
    },
  )
}
