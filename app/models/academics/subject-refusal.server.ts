import { violatedUniqueKey } from '~/database/errors.server'

export type SubjectRefusal = 'name-taken' | 'code-taken' | 'no-such-class'

/** The refusal behind an error that the database threw while a subject was written, or null. */
export function subjectRefusalOf(error: unknown): SubjectRefusal | null {
  const key = violatedUniqueKey(error)
  if (key === 'subjects_name') return 'name-taken'
  return key === 'subjects_code' ? 'code-taken' : null
}
