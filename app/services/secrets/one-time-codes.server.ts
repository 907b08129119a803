import { generateSecret, generateURI, verifySync } from 'otplib'

/** Validity of a code in seconds (RFC 6238). */
const stepSeconds = 30

/** Creates a key for an authenticator app: 160 random bits in base32. */
export function newCodeKey(): string {
  return generateSecret()
}

/** Content of the QR code for an authenticator app, which shows `account` beside the codes. */
export function codeKeyAddress(key: string, account: string): string {
  return generateURI({ issuer: 'Shala', label: account, secret: key })
}

/** Returns the time step of a six-digit code: the current, previous or next one. Null for a wrong code. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000)
  const verified = verifySync({ secret: key, token: code, epoch, epochTolerance: stepSeconds })
  return verified.valid && 'timeStep' in verified ? verified.timeStep : null
}
