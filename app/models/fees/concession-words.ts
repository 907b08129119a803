import { formatPaise } from '~/models/shared/money'
import { type ConcessionSize, percentText } from './concession-rules'

/** `25%` or `₹5,000`. */
export function concessionSize({ percentHundredths, amountPaise }: ConcessionSize): string {
  return percentHundredths === null ? formatPaise(amountPaise ?? 0, { style: 'short' }) : percentText(percentHundredths)
}
