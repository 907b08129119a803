import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/route.server'
import { addressIdsOf } from '~/kit/pages/form.server'
import { invoiceResponse } from '~/routes/__invoice.server'

/** Sends the invoice of a paid order, in the student's language. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:view')
  return invoiceResponse(scope, addressIdsOf(params))
}
