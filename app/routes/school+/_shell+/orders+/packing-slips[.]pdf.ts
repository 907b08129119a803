import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listHref } from '~/components/school/list-href'
import { renderPackingSlips } from '~/documents/packing-slips.server'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { schoolPaths } from '~/http/school-paths'
import { orderFilters, orderSorts } from '~/models/shop/office-orders.server'
import { maxSlips, readPackingSlips } from '~/models/shop/packing-slips.server'
import { packingSlipsView } from './__packing-slips.server'

/** The packing slips of the orders that the list shows, as one file. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:view')
  const { search, filters } = listViewOf(request, { sorts: orderSorts, filters: orderFilters })
  const slips = await readPackingSlips(scope, { search, filters })
  const back = (trouble: string) => redirect(listHref(schoolPaths.orders, { search, ...filters, trouble }))
  if (slips.length === 0) return back('nobody')
  if (slips.length > maxSlips) return back('too-many')
  return pdfResponse('packing-slips.pdf', await renderPackingSlips(await packingSlipsView(scope, slips)))
}
