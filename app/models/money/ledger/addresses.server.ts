import { paths } from '~/addresses/paths'
import { siteUrl } from '~/services/site.server'

/** URL to which the provider returns the payer. */
export function paymentReturnUrl(paymentPublicId: string): string {
  return siteUrl(paths.student.paymentReturn(paymentPublicId))
}

/** Return URL for a guardian who paid for several children. */
export function basketReturnUrl(basketPublicId: string): string {
  return siteUrl(paths.guardian.paymentReturn(basketPublicId))
}

/** Link in the receipt mail of the student. */
export function receiptUrl(receiptPublicId: string): string {
  return siteUrl(paths.student.receipt(receiptPublicId))
}

/** Link in the receipt mail of the guardian who paid. */
export function guardianReceiptUrl(receiptPublicId: string): string {
  return siteUrl(paths.guardian.receipt(receiptPublicId))
}

/** Link to the family's fees page. */
export function feesUrl(): string {
  return siteUrl(paths.student.fees)
}
