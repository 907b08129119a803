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
