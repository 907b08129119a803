import type { Language } from '~/language/language'
import { readLogo } from '~/models/schools/profile.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { InvoiceView } from '~/models/shop/invoice-view'
import { findInvoice } from '~/models/shop/invoices.server'
import { foundOr404 } from './guards.server'
import { pdfResponse } from './pdf-response.server'

type RenderInvoice = (view: InvoiceView, language: Language, options: { logo?: Uint8Array }) => Promise<Uint8Array>

/**
 * The download of an order's invoice, for its student or the office, in the student's language. The route hands in `renderInvoice`,
 * since documents are the routes' to know. @throws Response 404, also where nothing is paid yet
 */
export async function invoiceResponse(
  scope: SchoolScope | StudentScope,
  orderPublicId: string,
  render: RenderInvoice,
): Promise<Response> {
  const { view, language } = foundOr404(await findInvoice(scope, orderPublicId))
  const logo = (await readLogo(scope)) ?? undefined
  return pdfResponse(`invoice-${view.number.replace('/', '-')}.pdf`, await render(view, language, { logo }))
}
