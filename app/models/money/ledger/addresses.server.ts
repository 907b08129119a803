import { paths } from '~/addresses/paths'
import { siteUrl } from '~/services/site.server'

export function paymentReturnUrl(paymentPublicId: string): string {
  return siteUrl(paths.student.paymentReturn(paymentPublicId))
}

export function basketReturnUrl(basketPublicId: string): string {
  return siteUrl(paths.guardian.paymentReturn(basketPublicId))
}

export function receiptUrl(receiptPublicId: string): string {
  return siteUrl(paths.student.receipt(receiptPublicId))
}

export function guardianReceiptUrl(receiptPublicId: string): string {
  return siteUrl(paths.guardian.receipt(receiptPublicId))
}

export function feesUrl(): string {
  return siteUrl(paths.student.fees)
}
