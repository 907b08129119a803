import { z } from 'zod'
import { isPlainName } from '~/models/shared/plain-name'

function text(missing: string, longest: number) {
  return z.string(missing).trim().min(1, missing).max(longest, `Use at most ${longest} characters`)
}

/** Left blank it is nothing. */
function optional(longest: number) {
  return z.string().trim().max(longest, `Use at most ${longest} characters`).optional()
}

/** The school's profile: an office form, so its words are English. */
export const profileSchema = z.object({
  name: text('School name is required', 120).refine(
    isPlainName,
    'Write the name in plain words, without an internet address',
  ),
  email: text('Email is required', 190).pipe(z.email('Invalid email')),
  phone: text('Phone is required', 20).regex(/^\+?[\d\s()/-]{6,20}$/, 'Enter a phone number'),
  address: text('Address is required', 300),
  board: optional(80),
  affiliation_number: optional(40),
})

export type ProfileFields = z.output<typeof profileSchema>
