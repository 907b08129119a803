import type { LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404 } from '~/http/route.server'
import { openThing } from '~/kit/pages/form.server'
import { findOrder, readPackingSlips } from '~/models/money/shop/orders/office-orders.server'
import { packingSlips } from './__packing-slips.server'

/** Sends the packing slip of one order; 404 for a cancelled one. */
export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing } = await openThing(args, { may: 'orders:view', find: findOrder })
  const slips = await readPackingSlips(scope, { orderId: thing.id })
  return packingSlips(scope, 'packing-slip.pdf', foundOr404(slips.length > 0 ? slips : null))
}
