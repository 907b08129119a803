/** Recovery codes that are made at once. */
export const recoveryCodeCount = 10

/** Between the password and the code a sign-in may take this long. */
export const secondStepMinutes = 10

/** The longest that the code's field takes: a recovery code with whatever people put between its groups. */
export const maxFactorCodeLength = 60

/** Passkeys that one person may have. */
export const maxPasskeys = 10

/** As a person calls a passkey. */
export const maxPasskeyNameLength = 60

/** A passkey has to sign within this time what it was asked to. */
export const passkeyMinutes = 5

/** The longest that a browser sends of a passkey; one with an RSA key of 4,096 bits takes some 3,000 signs. */
export const maxPasskeyAnswerLength = 8_000

/** Why a person with this second factor gets no further passkey, or null: without codes there would be no other way. */
export function passkeyObstacle(factor: { isOn: boolean; passkeys: number }): 'no-factor' | 'too-many' | null {
  if (!factor.isOn) return 'no-factor'
  return factor.passkeys >= maxPasskeys ? 'too-many' : null
}

/** The signs of a recovery code: no vowels (no words by chance), no 0/O/1/I/L. */
const recoveryCode = /^[2-9B-DF-HJKM-NP-TV-Z]{16}$/

export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/**
 * Reads a code as it was typed: six digits of the app, also Gujarati or Hindi ones, or a recovery code; spaces, hyphens and small
 * letters do not matter. Null for what can be neither.
 */
export function readFactorCode(typed: string): TypedCode | null {
  const code = typed
    .normalize('NFKC')
    .replace(/[०-९૦-૯]/g, (digit) => String((digit.charCodeAt(0) - (digit >= '૦' ? 0x0ae6 : 0x0966)) % 10))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code }
  return recoveryCode.test(code) ? { kind: 'recovery', code } : null
}

/** A key or recovery code as people read and type it: groups of four. */
export function inGroups(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? ''
}

/**
 * Seconds to wait after this many wrong codes in a row: three slips are free, then 1 s, doubling up to a minute. Whoever is here has
 * given the right password, so it never locks out; a million codes at one a minute take years.
 */
export function factorDelaySeconds(failures: number): number {
  return failures < 4 ? 0 : Math.min(60, 2 ** Math.min(failures - 4, 6))
}
