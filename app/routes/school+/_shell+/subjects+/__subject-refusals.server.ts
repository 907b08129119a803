import type { SubjectRefusal } from '~/models/academics/subject-refusal.server'

/** What a refused subject says, beside the field. */
export const subjectRefusals: Record<SubjectRefusal, Record<string, string[]>> = {
  'name-taken': { name: ['There is a subject of this name already'] },
  'code-taken': { code: ['Another subject has this code'] },
  'no-such-class': { classes: ['Select a valid class'] },
}
