import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderPackingSlips } from '~/documents/packing-slips.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findOrder } from '~/models/shop/office-orders.server'
import { readPackingSlips } from '~/models/shop/packing-slips.server'
import { packingSlipsView } from './__packing-slips.server'

/** The packing slip of one order; a cancelled one has none. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:view')
  const order = foundOr404(isPublicId(params.id) ? await findOrder(scope, params.id) : null)
  const [slip] = await readPackingSlips(scope, { orderId: order.id })
  return pdfResponse(
    'packing-slip.pdf',
    await renderPackingSlips(await packingSlipsView(scope, [foundOr404(slip ?? null)])),
  )
}
