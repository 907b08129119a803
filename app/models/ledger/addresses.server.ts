import { siteUrl } from '~/services/site.server'

// Models know nothing of the web's side of the house; a test holds these equal to http/paths.

/** Where the provider sends the payer back to. */
export function paymentReturnUrl(paymentPublicId: string): string {
  return siteUrl(`/students/payments/${paymentPublicId}/return`)
}

/** The same of a guardian who paid for several children. */
export function basketReturnUrl(basketPublicId: string): string {
  return siteUrl(`/guardians/payments/${basketPublicId}/return`)
}

/** Where the mail leads to. */
export function receiptUrl(receiptPublicId: string): string {
  return siteUrl(`/students/receipts/${receiptPublicId}`)
}

/** The same for the guardian who paid it. */
export function guardianReceiptUrl(receiptPublicId: string): string {
  return siteUrl(`/guardians/receipts/${receiptPublicId}`)
}

/** Where a family sees what it owes. */
export function feesUrl(): string {
  return siteUrl('/students/fees')
}
