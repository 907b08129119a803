import { siteUrl } from '~/services/site.server'

// Models must not import the web layer; a test keeps these URLs equal to http/paths.

/** URL to which the provider returns the payer. */
export function paymentReturnUrl(paymentPublicId: string): string {
  return siteUrl(`/students/payments/${paymentPublicId}/return`)
}

/** Return URL for a guardian who paid for several children. */
export function basketReturnUrl(basketPublicId: string): string {
  return siteUrl(`/guardians/payments/${basketPublicId}/return`)
}

/** Link in the receipt mail of the student. */
export function receiptUrl(receiptPublicId: string): string {
  return siteUrl(`/students/receipts/${receiptPublicId}`)
}

/** Link in the receipt mail of the guardian who paid. */
export function guardianReceiptUrl(receiptPublicId: string): string {
  return siteUrl(`/guardians/receipts/${receiptPublicId}`)
}

/** Link to the family's fees page. */
export function feesUrl(): string {
  return siteUrl('/students/fees')
}
