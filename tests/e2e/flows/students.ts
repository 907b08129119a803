import { both, type Mode } from '../modes'

export const studentsFlows = {
  'an office edits the six sections of a student, with photo and marksheets': both,
  'a wrong file is refused while the good one beside it is kept': both,
  'two clerks save one student, and the second sees what changed and is asked': both,
} as const satisfies Record<string, readonly Mode[]>
