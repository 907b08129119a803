import { type Cells, inAllModes } from '../e2e/modes'

/** Flows by title: the modes in which each must pass, and the page pieces that it covers when scripts run. */
export const familyPaymentFlows = {
  'a guardian pays for two children at once and gets a receipt for each': inAllModes(
    'payment form',
    'payment that moves on',
    'list page',
  ),
} as const satisfies Record<string, Cells>
