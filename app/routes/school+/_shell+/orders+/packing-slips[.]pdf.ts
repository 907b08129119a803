import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listHref } from '~/components/school/list-href'
import { requireStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { maxSlips, readPackingSlips } from '~/models/shop/office-orders.server'
import { viewOf } from '~/office/list.server'
import { packingSlips } from './__packing-slips.server'
import { list } from './index'

/** Sends the packing slips of the listed orders as one file. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, list.may)
  const { search, filters } = viewOf(request, list)
  const slips = await readPackingSlips(scope, { search, filters })
  const back = (trouble: string) => redirect(listHref(schoolPaths.orders, { search, ...filters, trouble }))
  if (slips.length === 0) return back('nobody')
  if (slips.length > maxSlips) return back('too-many')
  return packingSlips(scope, 'packing-slips.pdf', slips)
}
