import { all, type Mode } from '../e2e/modes'

export const familyPaymentFlows = {
  'a guardian pays for two children in one go and gets a receipt of each': all,
} as const satisfies Record<string, readonly Mode[]>
