import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listHref } from '~/components/school/list-href'
import { requireStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { listQueryOf } from '~/kit/pages/list.server'
import { maxSlips, readPackingSlips } from '~/models/money/shop/orders/office-orders.server'
import { packingSlips } from './__packing-slips.server'
import { list } from './index'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, list.may)
  const { search, filters } = listQueryOf(request, list)
  const slips = await readPackingSlips(scope, { search, filters })
  const back = (trouble: string) => redirect(listHref(schoolPaths.orders, { search, ...filters, trouble }))
  if (slips.length === 0) return back('nobody')
  if (slips.length > maxSlips) return back('too-many')
  return packingSlips(scope, 'packing-slips.pdf', slips)
}
