import { both, type Mode } from '../e2e/modes'

export const retentionFlows = {
  'an office sees what is due, holds one, and a second owner confirms the run': both,
  'a school keeps the last four digits of Aadhaar, and takes masked copies alone, in three languages': both,
} as const satisfies Record<string, readonly Mode[]>
