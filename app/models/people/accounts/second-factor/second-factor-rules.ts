import { latinDigits } from '~/language/language'

export const recoveryCodeCount = 10

/** Maximum time between the password and the code. */
export const secondStepMinutes = 10

/** Maximum length of the code field: a recovery code with separators. */
export const maxFactorCodeLength = 60

export const maxPasskeys = 10

export const maxPasskeyNameLength = 60

/** Minutes within which a passkey must sign its challenge. */
export const passkeyMinutes = 5

/** Maximum length of a passkey response; one with a 4,096-bit RSA key takes some 3,000 characters. */
export const maxPasskeyAnswerLength = 8_000

/** Returns the reason why a user may not add a passkey, or null. App codes (`isOn`) are required as a fallback. */
export function passkeyObstacle(factor: { isOn: boolean; passkeys: number }): 'no-factor' | 'too-many' | null {
  if (!factor.isOn) return 'no-factor'
  return factor.passkeys >= maxPasskeys ? 'too-many' : null
}

/** Pattern of a recovery code: without vowels, so that no code contains a word, and without 0/O/1/I/L. */
const recoveryCode = /^[2-9B-DF-HJKM-NP-TV-Z]{16}$/

export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/**
 * Parses a typed code: six digits of the app, in the digits of any language, or a recovery code. Ignores spaces,
 * hyphens and case. Returns null for any other text.
 */
export function readFactorCode(input: string): TypedCode | null {
  const code = latinDigits(input.normalize('NFKC'))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code }
  return recoveryCode.test(code) ? { kind: 'recovery', code } : null
}

export function inGroups(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? ''
}

/**
 * Returns the seconds to wait after this many wrong codes in a row: three are free, then 1 s, doubling up to a minute.
 * Wrong codes never lock the user out, because the password was already right; at one a minute, a million codes take
 * years.
 */
export function factorDelaySeconds(failures: number): number {
  return failures < 4 ? 0 : Math.min(60, 2 ** Math.min(failures - 4, 6))
}
