import type { Permission } from '~/models/people/accounts/staff/permissions'

export const daysToDecide = 7

export const requestStates = ['waiting', 'done', 'refused', 'withdrawn', 'lapsed', 'failed'] as const
export type RequestState = (typeof requestStates)[number]

export const requestStateWords: Record<RequestState, string> = {
  waiting: 'Waiting',
  done: 'Agreed and done',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  failed: 'Could not be done',
}

/** Kinds of request with their label and the right that the second person needs. */
const kinds = {
  refund: { label: 'Refund of a payment', may: 'payments:correct' },
  bounce: { label: 'Cheque bounced', may: 'payments:correct' },
  correction: { label: 'Wrong entry of a payment', may: 'payments:correct' },
  'import-undo': { label: 'Taking back imported payments', may: 'payments:correct' },
  'order-cancellation': { label: 'Cancellation of a paid order', may: 'payments:correct' },
  'hostel-refund': { label: 'Hostel refund', may: 'payments:correct' },
  'transport-refund': { label: 'Transport refund', may: 'payments:correct' },
  'fee-account': { label: 'Bank account for fees', may: 'settings:edit' },
  'hostel-account': { label: 'Bank account of a hostel', may: 'settings:edit' },
  'payment-keys': { label: 'Razorpay keys', may: 'settings:edit' },
  'payment-keys-removal': { label: 'Removal of the Razorpay keys', may: 'settings:edit' },
  'owner-removal': { label: 'Removal of an owner’s sign-in', may: 'staff:edit' },
  'owner-demotion': { label: 'Another role for an owner', may: 'staff:edit' },
  limit: { label: 'Amount above which a second person is needed', may: 'settings:edit' },
} as const satisfies Record<string, { label: string; may: Permission }>

export type RequestKind = keyof typeof kinds
export const requestKinds = Object.keys(kinds) as RequestKind[]

export const labelOf = (kind: RequestKind): string => kinds[kind].label
export const rightFor = (kind: RequestKind): Permission => kinds[kind].may
