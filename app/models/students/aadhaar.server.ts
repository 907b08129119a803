import { decrypt, encrypt } from '~/services/secrets/secrets.server'
import type { Person } from './parent-options'

/** The column of `guardians` that holds it. */
export type AadhaarField = `${Person}_aadhar`

export function isAadhaarField(name: string): name is AadhaarField {
  return /^(father|mother|guardian)_aadhar$/.test(name)
}

const contextOf = (field: AadhaarField, studentId: number) => `guardians.${field}:${studentId}`

/** An Aadhaar number as it is kept: moved to another person or student it does not open. */
export function sealAadhaar(field: AadhaarField, studentId: number, digits: string): string {
  return encrypt(digits, contextOf(field, studentId))
}

/** The digits again, to compare them; they never leave the server. @throws for a text sealed for somebody else */
export function openAadhaar(field: AadhaarField, studentId: number, sealed: string): string {
  return decrypt(sealed, contextOf(field, studentId))
}
