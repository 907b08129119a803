import type { Tone } from '~/models/core/shared/tone'
import type { MovementKind, PaymentState } from './options'
import { methodFacts, type OfflineMethod, offlineMethods, paymentMethods } from './payment-methods'
import { type DueAmounts, owedPaise } from './rules'

export const methodNames = namesOf(paymentMethods)
/** Office labels of the methods that the office itself records. */
export const offlineNames = namesOf(offlineMethods)

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

export const movementNames: Record<MovementKind, string> = {
  received: 'Received',
  corrected: 'Corrected',
  refunded: 'Refunded',
  bounced: 'Bounced',
}

export function paidWords(due: Omit<DueAmounts, 'paidPaise'>, paidPaise: number): string {
  return paidPaise < owedPaise(due) ? 'Part paid' : 'Paid'
}

/** Choices of the method at the counter. */
export const offlineChoices: ReadonlyArray<{ value: OfflineMethod; label: string; hint?: string }> = offlineMethods.map(
  (value) => ({ value, label: methodFacts[value].name, hint: methodFacts[value].hint }),
)

function namesOf<Method extends keyof typeof methodFacts>(methods: readonly Method[]) {
  return Object.fromEntries(methods.map((method) => [method, methodFacts[method].name])) as Record<Method, string>
}
