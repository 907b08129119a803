import type { Tone } from '~/models/core/shared/tone'
import type { MovementKind, OfflineMethod, PaymentMethod, PaymentState } from './options'
import { type DueAmounts, owedPaise } from './rules'

/** Office labels of the payment methods. */
export const methodNames: Record<PaymentMethod, string> = {
  online: 'Online',
  cash: 'Cash',
  cheque: 'Cheque',
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
  demand_draft: 'Demand draft',
  card: 'Card machine',
}

/** Error messages at the counter for a missing reference of a payment or refund. */
export const wantedReferences: Record<Exclude<OfflineMethod, 'cash'>, string> = {
  cheque: 'Enter the cheque number and the bank',
  upi: 'Enter the UPI reference',
  bank_transfer: 'Enter the UTR or the bank’s reference',
  demand_draft: 'Enter the number of the draft and the bank',
  card: 'Enter the approval code of the card machine’s slip',
}

/** Office labels of the payment states. */
export const paymentStateNames: Record<PaymentState, { word: string; tone: Tone; meaning: string }> = {
  created: {
    word: 'Started',
    tone: 'neutral',
    meaning: 'The student began to pay; the payment page does not exist yet.',
  },
  pending: { word: 'Pending', tone: 'info', meaning: 'The money has not arrived yet.' },
  paid: { word: 'Paid', tone: 'good', meaning: 'The money has arrived and the receipt is issued.' },
  failed: { word: 'Failed', tone: 'bad', meaning: 'An attempt failed. It can still be paid until its page expires.' },
  expired: {
    word: 'Not paid',
    tone: 'neutral',
    meaning: 'The payment page expired unpaid. A late payment is still recorded.',
  },
  bounced: {
    word: 'Bounced',
    tone: 'bad',
    meaning: 'The bank returned the cheque or draft; the receipt is cancelled and the dues are open again.',
  },
  cancelled: {
    word: 'Cancelled',
    tone: 'bad',
    meaning: 'It was a wrong entry; the receipt is cancelled and the dues are open again.',
  },
  part_refunded: { word: 'Partly refunded', tone: 'warn', meaning: 'A part of the money was refunded.' },
  refunded: { word: 'Refunded', tone: 'warn', meaning: 'All of the money was refunded.' },
}

/** Day book labels of the movements. */
export const movementNames: Record<MovementKind, string> = {
  received: 'Received',
  corrected: 'Corrected',
  refunded: 'Refunded',
  bounced: 'Bounced',
}

/** Label for a payment of a due: in full or in part. */
export function paidWords(due: Omit<DueAmounts, 'paidPaise'>, paidPaise: number): string {
  return paidPaise < owedPaise(due) ? 'Part paid' : 'Paid'
}

export const offlineChoices: ReadonlyArray<{ value: OfflineMethod; label: string; hint?: string }> = [
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque', hint: 'Counts as paid now; if the bank returns it, the receipt is cancelled.' },
  { value: 'upi', label: 'UPI' },
  { value: 'bank_transfer', label: 'Bank transfer' },
  { value: 'demand_draft', label: 'Demand draft' },
  { value: 'card', label: 'Card machine' },
]
