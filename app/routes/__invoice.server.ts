import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404 } from '~/http/route.server'
import { readLogo } from '~/models/core/schools/profile.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { findInvoice } from '~/models/money/shop/orders/invoices.server'

/**
 * Sends the invoice of an order as PDF, to its student or the office, in the student's language.
 * @throws Response 404, also for an order without a payment
 */
export async function invoiceResponse(scope: SchoolScope | StudentScope, orderPublicId: string): Promise<Response> {
  const { view, language } = foundOr404(await findInvoice(scope, orderPublicId))
  const logo = (await readLogo(scope)) ?? undefined
  return pdfResponse(
    `invoice-${view.number.replace('/', '-')}.pdf`,
    await makePaper('invoice', [view, language, { logo }]),
  )
}
