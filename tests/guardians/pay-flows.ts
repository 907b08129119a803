import { type FlowCoverage, inAllModes } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const familyPaymentFlows = {
  'a guardian pays for two children at once and gets a receipt for each': inAllModes(
    'payment form',
    'payment that moves on',
    'list page',
  ),
} as const satisfies Record<string, FlowCoverage>
