import type { LoaderFunctionArgs } from '@remix-run/node'
import { rideColumns } from '~/routes/school+/_shell+/__transport-csv-columns'
import { ridesFile } from '~/routes/school+/_shell+/__transport-list.server'

/** The filtered list of transport applications for a spreadsheet. */
export function loader(args: LoaderFunctionArgs) {
  return ridesFile(args, 'all', rideColumns)
}
