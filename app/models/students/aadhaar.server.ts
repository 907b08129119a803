import { selectOne } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { decrypt, encrypt } from '~/services/secrets/secrets.server'
import type { sealedFields } from './parent-fields.server'

/** The column of `guardians` that holds it. */
export type AadhaarField = (typeof sealedFields)[number]

const contextOf = (field: AadhaarField, studentId: number) => `guardians.${field}:${studentId}`

/** An Aadhaar number as it is kept: moved to another person or student it does not open. */
export function sealAadhaar(field: AadhaarField, studentId: number, digits: string): string {
  return encrypt(digits, contextOf(field, studentId))
}

/** The digits again, to compare them; they never leave the server. @throws for a text sealed for somebody else */
export function openAadhaar(field: AadhaarField, studentId: number, sealed: string): string {
  return decrypt(sealed, contextOf(field, studentId))
}

/** Since when the school keeps the last four digits only; null where it keeps numbers. */
export async function lastFourSince({ schoolId }: SchoolScope | StudentScope): Promise<Date | null> {
  const row = await selectOne<{ since: Date | null }>(
    'SELECT aadhaar_last_four_at AS since FROM school_settings WHERE school_id = :schoolId',
    { schoolId },
  )
  return row?.since ?? null
}
