import { all, type Cells } from '../e2e/modes'

export const familyPaymentFlows = {
  'a guardian pays for two children at once and gets a receipt for each': all(
    'payment form',
    'payment that moves on',
    'list page',
  ),
} as const satisfies Record<string, Cells>
