import { all, both, type Mode } from '../modes'

export const resultsFlows = {
  'a student searches and filters the exams, resets, and reads the papers of one': all,
  'a student finds a result once it is published, not before, and not after it is withdrawn': both,
  'an office prints the report cards of a class, of a section, and of one student': both,
} as const satisfies Record<string, readonly Mode[]>
