import { both, type Mode } from '../modes'

export const feeRulesFlows = {
  'a late fine grows, is waived, a concession is given, and the student pays what is left': both,
  'a fee is assigned to chosen students, copied to another class, and its late fine is said wrong and right': both,
} as const satisfies Record<string, readonly Mode[]>
