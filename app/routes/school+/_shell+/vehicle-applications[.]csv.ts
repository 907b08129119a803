import type { LoaderFunctionArgs } from '@remix-run/node'
import { rideColumns } from '~/components/transport-decisions/csv-columns'
import { ridesFile } from '~/http/ride-list.server'

/** The filtered list of applications for a vehicle for a spreadsheet. */
export function loader(args: LoaderFunctionArgs) {
  return ridesFile(args, 'vehicle', rideColumns)
}
