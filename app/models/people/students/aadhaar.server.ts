import { instantOrNull, selectRow } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { decrypt, encrypt } from '~/services/secrets/secrets.server'
import type { sealedFields } from './describe/parent-fields.server'

/** Columns of `guardians` that hold an Aadhaar number. */
export type AadhaarField = (typeof sealedFields)[number]

const contextOf = (field: AadhaarField, studentId: number) => `guardians.${field}:${studentId}`

/** Encrypts an Aadhaar number for storage, bound to person and student: it cannot be decrypted elsewhere. */
export function sealAadhaar(field: AadhaarField, studentId: number, digits: string): string {
  return encrypt(digits, contextOf(field, studentId))
}

/** Decrypts the digits for comparison; they never leave the server. @throws for a text encrypted for another person */
export function openAadhaar(field: AadhaarField, studentId: number, sealed: string): string {
  return decrypt(sealed, contextOf(field, studentId))
}

/** Returns the time since which the school keeps only the last four digits; null if it keeps full numbers. */
export async function lastFourSince({ schoolId }: SchoolScope | StudentScope): Promise<Date | null> {
  const since = instantOrNull('aadhaar_last_four_at')
  const row = await selectRow({ since }, 'FROM school_settings WHERE school_id = :schoolId', { schoolId })
  return row?.since ?? null
}
