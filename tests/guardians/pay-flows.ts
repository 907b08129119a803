import { type FlowCoverage, inAllModes } from '../e2e/modes'

/** Browser tests of payments by guardians, by title. Each must pass in the given modes and covers the named page pieces. */
export const familyPaymentFlows = {
  'a guardian pays for two children at once and gets a receipt for each': inAllModes(
    'payment form',
    'payment that moves on',
    'list page',
  ),
} as const satisfies Record<string, FlowCoverage>
