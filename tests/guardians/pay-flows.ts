import { all, type Cells } from '../e2e/modes'

export const familyPaymentFlows = {
  'a guardian pays for two children in one go and gets a receipt of each': all(
    'payment form',
    'payment that moves on',
    'list page',
  ),
} as const satisfies Record<string, Cells>
