import { flag, selectRow } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { keyedDigest, sameText } from '~/services/secrets/secrets.server'
import { bareActivationCode } from '../rules'

// Without vowels, so that no code contains a word, and without 0/O/1/I/L: children read and type these codes.
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const length = 8

/**
 * Returns the code on a student's activation slip as it is printed: `7KQ4-MW2H`. It is derived, never stored; a reset
 * increments `activationRound`, which invalidates the previous code.
 */
export function activationCode(student: { publicId: string; activationRound: number }): string {
  // 64 random bits make 38 bits of code, so that each character is practically equally likely.
  let rest = keyedDigest('activation-code', `${student.publicId}:${student.activationRound}`).readBigUInt64BE()
  let code = ''
  for (let i = 0; i < length; i++) {
    code += alphabet[Number(rest % BigInt(alphabet.length))]
    rest /= BigInt(alphabet.length)
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Compares in constant time, ignoring case, spaces and hyphens. */
export function isActivationCode(typedCode: string, student: { publicId: string; activationRound: number }): boolean {
  return sameText(bareActivationCode(typedCode), bareActivationCode(activationCode(student)))
}

/** Returns whether the school requires the slip's code with the first password (off by default). */
export async function requiresActivationCode({ schoolId }: SchoolScope | StudentScope): Promise<boolean> {
  const isRequired = flag('activation_code_required')
  const row = await selectRow({ isRequired }, 'FROM school_settings WHERE school_id = :schoolId', { schoolId })
  return row?.isRequired ?? false
}
