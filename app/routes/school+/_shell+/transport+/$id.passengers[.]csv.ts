import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, foundOr404, requireStaff } from '~/http/route.server'
import { expectedWords, phonesOf, sectionOf, stopOf, timeOf } from '~/models/vehicles/passenger-view'
import { listPassengers, type Passenger } from '~/models/vehicles/passengers.server'
import { routes } from '~/models/vehicles/routes.server'
import { tripTimes } from '~/models/vehicles/rules'
import { addressIdsOf } from '~/office/form.server'

/** Who has a seat on a route, for a spreadsheet. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:view')
  const route = foundOr404(await routes.find(scope, addressIdsOf(params)))
  return csvOfList<Passenger>(
    'passengers.csv',
    [
      { label: 'Vehicle', value: (row) => row.vehicleNumber },
      { label: 'Times', value: (row) => tripTimes(row) },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Class', value: sectionOf },
      { label: 'Parents’ phones', value: phonesOf },
      { label: 'Emergency contact', value: (row) => row.emergencyContact },
      { label: 'Stop', value: stopOf },
      { label: 'Pickup', value: (row) => timeOf(row.pickupMinute) },
      { label: 'Drop', value: (row) => timeOf(row.dropMinute) },
      { label: 'Medical conditions', value: (row) => row.medicalConditions },
      { label: 'Status', value: (row) => (row.isExpected ? expectedWords : 'Travels') },
    ],
    // A route's seats are few: they are one page.
    async () => {
      const rows = await listPassengers(scope, route)
      return { rows, total: rows.length, page: 1, pages: 1 }
    },
  )
}
