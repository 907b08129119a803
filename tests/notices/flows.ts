import { both, type Mode } from '../e2e/modes'

export const noticesFlows = {
  'a notice to a section is read by its student and not by another': both,
  'a notice of high priority is mailed to the family': both,
  'a teacher writes to the own section only': both,
  'an office edits and deletes a notice, and a wrong one is refused beside the field': both,
  'an event appears with its priority': both,
} as const satisfies Record<string, readonly Mode[]>
