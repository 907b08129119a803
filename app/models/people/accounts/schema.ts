import { z } from 'zod'
import { languages } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { mobileAsTyped } from '~/models/core/shared/mobile'
import { isPlainName } from '~/models/core/shared/plain-name'
import {
  maxAddressLength,
  maxEmailLength,
  maxPasswordLength,
  maxPersonNameLength,
  maxSchoolNameLength,
  staffPasswordLength,
  studentPasswordLength,
} from './options'
import { parseSignInName } from './rules'

export function requiredText(missing: () => string, maxLength: number) {
  return z
    .string({ error: () => missing() })
    .trim()
    .min(1, { error: () => missing() })
    .max(maxLength, { error: () => m.accounts_too_long({ count: maxLength }) })
}

const emailField = () =>
  requiredText(m.accounts_email_required, maxEmailLength)
    .toLowerCase()
    .pipe(z.email({ error: () => m.accounts_email_invalid() }))

/** Never trimmed: a space may be part of a password. */
export const passwordField = (missing: () => string = m.accounts_password_required) =>
  z
    .string({ error: () => missing() })
    .min(1, { error: () => missing() })
    .max(maxPasswordLength, { error: () => m.accounts_too_long({ count: maxPasswordLength }) })

const addressToReturnTo = z.string().optional()

/** Sign-in of a student (student specification, section 5); the field `email` also accepts a mobile number. */
export const signInSchema = z.object({
  email: requiredText(m.accounts_email_required, maxEmailLength).refine((text) => parseSignInName(text) !== null, {
    error: () => m.accounts_email_invalid(),
  }),
  password: passwordField(),
  /** Requested only when too many accounts share the name. */
  school: z.string().trim().max(maxSchoolNameLength).optional(),
  shared: z.boolean().default(false),
  redirectTo: addressToReturnTo,
})

/** Sign-in of a staff user, only by e-mail: staff users have no mobile number to sign in with. */
export const staffSignInSchema = z.object({
  email: emailField(),
  password: passwordField(),
  redirectTo: addressToReturnTo,
})

export const forgotPasswordSchema = z.object({ email: emailField() })

type AccountKind = 'student' | 'staff' | 'guardian'

/** Returns true also when a field is empty: an empty field gets only its own "required" error. */
function sameTwice(fields: { password?: string; password_confirmation?: string }): boolean {
  const { password, password_confirmation: again } = fields
  return !password || !again || password === again
}

/** New password, typed twice. Its length error appears even while the two differ. */
const newPassword = (role: AccountKind) => {
  const count = role === 'staff' ? staffPasswordLength : studentPasswordLength
  return {
    password: passwordField(m.accounts_new_password_required).refine((text) => !text || [...text].length >= count, {
      error: () => m.accounts_problem_short({ count }),
    }),
    password_confirmation: passwordField(m.accounts_confirmation_required),
  }
}

/** Zod option: reports this error together with all others, not only once the rest is valid. */
export const reportedTogether = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

const differs = { error: () => m.accounts_confirmation_differs(), path: ['password_confirmation'], ...reportedTogether }

export const firstPassword = z
  .object({ password: passwordField(), password_confirmation: passwordField(m.accounts_first_confirmation_required) })
  .refine(sameTwice, differs)

export const resetPasswordSchema = (role: AccountKind) =>
  z
    .object({ email: emailField(), token: requiredText(m.accounts_token_required, 100), ...newPassword(role) })
    .refine(sameTwice, differs)

/** Choice of the first password; `code` is required if the school requires the slip's activation code. */
export const choosePasswordSchema = z
  .object({
    code: z
      .string()
      .max(60, { error: () => m.accounts_too_long({ count: 60 }) })
      .optional(),
    ...newPassword('student'),
    shared: z.boolean().default(false),
    redirectTo: addressToReturnTo,
  })
  .refine(sameTwice, differs)

export const changePasswordSchema = (role: AccountKind) =>
  z
    .object({ current_password: passwordField(m.accounts_current_password_required), ...newPassword(role) })
    .refine(sameTwice, differs)

/** Form that proves an invitation: the guardian's full number or address, and the code. */
export const proveInvitationSchema = z.object({
  contact: requiredText(m.guardians_contact_required, maxEmailLength).refine((text) => parseSignInName(text) !== null, {
    error: () => m.accounts_email_invalid(),
  }),
  code: requiredText(m.accounts_code_required, 60),
})

/**
 * Form that activates a guardian's account. `email` is for password resets, and omitted if the guardian has already
 * proved an e-mail as the contact of the invitation.
 */
export const activateGuardianSchema = z
  .object({
    name: requiredText(m.guardians_name_required, maxPersonNameLength).refine(isPlainName, {
      error: () => m.guardians_name_plain(),
    }),
    email: emailField().optional(),
    ...newPassword('guardian'),
    shared: z.boolean().default(false),
  })
  .refine(sameTwice, differs)

/** Form for the guardian's sign-in names: an empty field removes the name. */
export const guardianSignInSchema = z.object({
  mobile_number: z
    .string()
    .overwrite(mobileAsTyped)
    .regex(/^\d{10}$/, { error: () => m.students_mobile_invalid() })
    .optional(),
  email: emailField().optional(),
  current_password: passwordField(m.accounts_current_password_required),
})

export const chooseLanguageSchema = z.object({ language: z.enum(languages) })

export const chooseAccountSchema = z.object({ account: z.string({ error: () => m.accounts_account_required() }) })

const plainName = (missing: () => string, maxLength: number) =>
  requiredText(missing, maxLength).refine(isPlainName, { error: 'Enter the name without a web address' })

/** Registration of a school. Its errors are in English, the language of the office. */
export const schoolFields = z.object({
  name: plainName(() => 'School name is required', maxSchoolNameLength),
  person: plainName(() => 'Your name is required', maxPersonNameLength),
  email: emailField(),
  phone: requiredText(() => 'Phone number is required', 20).regex(/^\+?[\d ()-]{6,20}$/, {
    error: 'Enter a phone number, such as 079 2657 0000 or 98250 12345',
  }),
  address: requiredText(() => 'Address is required', maxAddressLength),
})

/** Confirmation of a reset to the first password. */
export const firstPasswordSchema = z.object({
  form_key: z.string('Open the page again').regex(/^[\w-]{8,40}$/, 'Open the page again'),
})

/** A missing or malformed token becomes '', which matches no link. */
export const mailedTokenSchema = z.object({ token: z.string().catch('') })
