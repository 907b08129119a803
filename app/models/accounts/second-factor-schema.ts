import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { maxPasswordLength } from './options'
import { passwordField, requiredText } from './schema'
import {
  maxFactorCodeLength,
  maxPasskeyAnswerLength,
  maxPasskeyNameLength,
  readFactorCode,
} from './second-factor-rules'

const code = requiredText(m.factor_code_required, maxFactorCodeLength).refine(
  (typed) => readFactorCode(typed) !== null,
  {
    error: () => m.factor_code_invalid(),
  },
)

const password = passwordField(m.accounts_current_password_required)

/** The second step of a sign-in. */
export const secondStepSchema = z.object({ code, redirectTo: z.string().optional() })

/** What a browser sends of a passkey; empty in the form that asks what to send. */
const passkey = z
  .string()
  .max(maxPasskeyAnswerLength, { error: () => m.factor_passkey_refused() })
  .default('')

/** The second step by a passkey. */
export const passkeyStepSchema = z.object({ passkey, redirectTo: z.string().optional() })

/** A new passkey. */
export const addPasskeySchema = z.object({
  name: requiredText(m.factor_passkey_name_required, maxPasskeyNameLength),
  current_password: password,
  passkey,
})

/** The own password before a passkey is removed. */
export const removePasskeySchema = z.object({ current_password: password })

/** Beginning to set up: the action says when the password is missing, since it is not always asked for. */
export const startFactorSchema = z.object({
  current_password: z
    .string()
    .max(maxPasswordLength, { error: () => m.accounts_password_incorrect() })
    .default(''),
})

/** The first code of a new key. */
export const confirmFactorSchema = z.object({ code })

/** Turning off, and new recovery codes. */
export const changeFactorSchema = z.object({ current_password: password, code })
