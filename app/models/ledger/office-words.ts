import type { Tone } from '~/models/shared/tone'
import type { OfflineMethod, PaymentMethod, PaymentState } from './options'

/** The office's words for how money came. */
export const methodNames: Record<PaymentMethod, string> = {
  online: 'Online',
  cash: 'Cash',
  cheque: 'Cheque',
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
}

/** The office's words for how a payment stands. */
export const stateNames: Record<PaymentState, { word: string; tone: Tone; meaning: string }> = {
  created: {
    word: 'Started',
    tone: 'neutral',
    meaning: 'The student began to pay; the payment page does not exist yet.',
  },
  pending: { word: 'Pending', tone: 'info', meaning: 'The money has not arrived yet.' },
  paid: { word: 'Paid', tone: 'good', meaning: 'The money has arrived and the receipt is issued.' },
  failed: { word: 'Failed', tone: 'bad', meaning: 'An attempt failed. It may still be paid until its page expires.' },
  expired: {
    word: 'Not paid',
    tone: 'neutral',
    meaning: 'The payment page expired unpaid. A late payment is still recorded.',
  },
  bounced: {
    word: 'Bounced',
    tone: 'bad',
    meaning: 'The bank returned the cheque; the receipt is cancelled and the dues are open again.',
  },
  cancelled: {
    word: 'Cancelled',
    tone: 'bad',
    meaning: 'It was recorded by mistake; the receipt is cancelled and the dues are open again.',
  },
  part_refunded: { word: 'Partly refunded', tone: 'warn', meaning: 'A part of the money was refunded.' },
  refunded: { word: 'Refunded', tone: 'warn', meaning: 'All of the money was refunded.' },
}

export const offlineChoices: ReadonlyArray<{ value: OfflineMethod; label: string; hint?: string }> = [
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque', hint: 'Counts as paid now; if the bank returns it, the receipt is cancelled.' },
  { value: 'upi', label: 'UPI' },
  { value: 'bank_transfer', label: 'Bank transfer' },
]
