import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { maxPasswordLength } from '../options'
import { passwordField, requiredText } from '../schema'
import {
  maxFactorCodeLength,
  maxPasskeyAnswerLength,
  maxPasskeyNameLength,
  readFactorCode,
} from './second-factor-rules'

const code = requiredText(m.factor_code_required, maxFactorCodeLength).refine(
  (input) => readFactorCode(input) !== null,
  { error: () => m.factor_code_invalid() },
)

const password = passwordField(m.accounts_current_password_required)

export const secondStepSchema = z.object({ code, redirectTo: z.string().optional() })

/** Passkey response of the browser; empty in the form that requests the options. */
const passkey = z
  .string()
  .max(maxPasskeyAnswerLength, { error: () => m.factor_passkey_refused() })
  .default('')

export const passkeyStepSchema = z.object({ passkey, redirectTo: z.string().optional() })

export const addPasskeySchema = z.object({
  name: requiredText(m.factor_passkey_name_required, maxPasskeyNameLength),
  current_password: password,
  passkey,
})

export const removePasskeySchema = z.object({ current_password: password })

/** Start of the setup. The action reports a missing password, because it is not always required. */
export const startFactorSchema = z.object({
  current_password: z
    .string()
    .max(maxPasswordLength, { error: () => m.accounts_password_incorrect() })
    .default(''),
})

export const confirmFactorSchema = z.object({ code })

/** Form for turning the second factor off and for new recovery codes. */
export const changeFactorSchema = z.object({ current_password: password, code })
