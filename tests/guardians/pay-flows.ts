import { type Cells, inAllModes } from '../e2e/modes'

/** Flows by title: the modes that each must pass in, and the page pieces that it covers with scripts. */
export const familyPaymentFlows = {
  'a guardian pays for two children at once and gets a receipt for each': inAllModes(
    'payment form',
    'payment that moves on',
    'list page',
  ),
} as const satisfies Record<string, Cells>
