import { z } from 'zod'
import { isPlainName } from '~/models/shared/plain-name'
import { longestEmail, longestPassword, longestPersonName } from './options'
import { staffRoles } from './permissions'

// These forms are the office's only, so their words are English.
const name = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(longestPersonName, `Use at most ${longestPersonName} characters`)
  .refine(isPlainName, 'Write the name in plain words, without an internet address')

/** The own password, asked again where it is not fresh; the action says when it is missing. */
const ownPassword = z.string().max(longestPassword, 'Password incorrect').default('')

/** A colleague's sign-in: changing it asks for the own password. */
export const staffUserSchema = z.object({
  name,
  email: z
    .string('Email is required')
    .trim()
    .min(1, 'Email is required')
    .max(longestEmail, `Use at most ${longestEmail} characters`)
    .toLowerCase()
    .pipe(z.email('Invalid email')),
  role: z.enum(staffRoles, 'Select a valid role'),
  own_password: ownPassword,
})

export type StaffUserFields = Omit<z.output<typeof staffUserSchema>, 'own_password'>

/** Takes a sign-in away or gives it back. */
export const staffStatusSchema = z.object({ status: z.enum(['active', 'inactive']), own_password: ownPassword })

export const ownNameSchema = z.object({ name })
