import { selectOne } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { keyedDigest, sameText } from '~/services/secrets/secrets.server'
import { bareActivationCode } from './rules'

// No vowels (no words by chance), no 0/O/1/I/L: a slip is read by children.
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const length = 8

/**
 * The code on a student's activation slip, as it is printed: `7KQ4-MW2H`. It is derived and kept nowhere; a reset raises the
 * round, and the code of the round before is worth nothing.
 */
export function activationCode(student: { publicId: string; activationRound: number }): string {
  // 64 random bits make 38 of the code: each sign is as likely as any other.
  let rest = keyedDigest('activation-code', `${student.publicId}:${student.activationRound}`).readBigUInt64BE()
  let code = ''
  for (let i = 0; i < length; i++) {
    code += alphabet[Number(rest % BigInt(alphabet.length))]
    rest /= BigInt(alphabet.length)
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Whether this is the student's code, however it was typed; takes as long for a wrong one. */
export function isActivationCode(typed: string, student: { publicId: string; activationRound: number }): boolean {
  return sameText(bareActivationCode(typed), bareActivationCode(activationCode(student)))
}

/** Whether the school asks for the code of the slip beside the first password (off unless its settings say so). */
export async function requiresActivationCode(scope: SchoolScope | StudentScope): Promise<boolean> {
  const row = await selectOne<{ required: number }>(
    'SELECT activation_code_required AS required FROM school_settings WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return row?.required === 1
}
