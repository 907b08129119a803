import { both, type Mode } from '../e2e/modes'

export const consentsFlows = {
  'a guardian consents for a child and takes it back, in three languages, and the office sees it': both,
  'an owner names third parties before families read of them': both,
  'a family writes a grievance, the office answers, and it is opened again': both,
} as const satisfies Record<string, readonly Mode[]>
