/** Refund of an ended hostel or transport application; `open`: still to be decided. */
export const refundDecisionStates = ['none', 'open', 'decided'] as const
export type RefundDecisionState = (typeof refundDecisionStates)[number]
