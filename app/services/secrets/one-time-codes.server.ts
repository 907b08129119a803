import { generateSecret, generateURI, verifySync } from 'otplib'

/** Seconds for which an app shows a code (RFC 6238). */
const stepSeconds = 30

/** A new key for an authenticator app: 160 random bits in base32. */
export function newCodeKey(): string {
  return generateSecret()
}

/** What an authenticator app reads from the QR code; `account` is what it shows beside the codes. */
export function codeKeyAddress(key: string, account: string): string {
  return generateURI({ issuer: 'Shala', label: account, secret: key })
}

/** The time step that a code of six digits belongs to: the one of now, or the one before or after. Null for a wrong code. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000)
  const verified = verifySync({ secret: key, token: code, epoch, epochTolerance: stepSeconds })
  return verified.valid && 'timeStep' in verified ? verified.timeStep : null
}
