import type { LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, requireStudent } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { invoiceResponse } from '~/routes/__invoice.server'

/** Sends the invoice of the student's own paid order. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return invoiceResponse(scope, foundOr404(isPublicId(params.id) ? params.id : null))
}
