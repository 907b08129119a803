import type { z } from 'zod'
import { staffPasswordLength, studentPasswordLength } from '../options'
import { firstPassword, reportedTogether } from '../schema'
import { passwordProblemWords } from '../sign-in/words.server'
import { type PasswordFacts, passwordProblem } from './password-rules.server'

/**
 * Adds a password to a registration form and validates it together with the other fields.
 * @param factsOf returns facts about the person from the typed fields; a password made of these facts is refused
 */
export function withFirstPassword<Of extends z.ZodType>(
  fields: Of,
  role: 'student' | 'staff',
  factsOf: (readField: (name: string) => string) => PasswordFacts,
) {
  const count = role === 'student' ? studentPasswordLength : staffPasswordLength
  return fields.and(firstPassword).superRefine((value, context) => {
    const form = value as Record<string, unknown>
    const readField = (name: string) => String(form[name] ?? '')
    const problem = readField('password') && passwordProblem(readField('password'), factsOf(readField), count)
    if (problem) context.addIssue({ code: 'custom', path: ['password'], message: passwordProblemWords(problem, role) })
  }, reportedTogether)
}
