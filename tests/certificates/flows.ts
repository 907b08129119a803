import { both, type Mode } from '../e2e/modes'

export const certificatesFlows = {
  'a school begins its kinds of certificate and mends one': both,
  'a transfer certificate is filled in, corrected, issued by who may, copied and verified by anybody': both,
  'a family asks for a certificate, and the office answers in time': both,
  'a class has its fee certificates once the school has said what is tuition': both,
} as const satisfies Record<string, readonly Mode[]>
