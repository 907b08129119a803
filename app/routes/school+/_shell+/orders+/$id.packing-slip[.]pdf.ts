import type { LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, requireStaff } from '~/http/route.server'
import { findOrder, readPackingSlips } from '~/models/shop/office-orders.server'
import { addressIdsOf } from '~/office/form.server'
import { packingSlips } from './__packing-slips.server'

/** The packing slip of one order; a cancelled one has none. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:view')
  const order = foundOr404(await findOrder(scope, addressIdsOf(params)))
  const slips = await readPackingSlips(scope, { orderId: order.id })
  return packingSlips(scope, 'packing-slip.pdf', foundOr404(slips.length > 0 ? slips : null))
}
