import { all, both, type Mode } from '../modes'

export const collectionsFlows = {
  'cash for three instalments at once, one of them in part, with the change worked out': all,
  'a cheque bounces and the student owes again': both,
  'money that came on an earlier day has the late fine of that day': both,
  'an office refunds an online payment through the provider': both,
  'a student pays two fees together and a part of a third': all,
  'a declared transfer is confirmed, another refused': both,
} as const satisfies Record<string, readonly Mode[]>
