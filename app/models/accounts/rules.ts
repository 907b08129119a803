export type SignInName = { kind: 'email' | 'mobile'; value: string }

/**
 * Reads what the username field takes: an e-mail or a 10-digit mobile number; null for anything else. Signs outside of ASCII are no
 * part of either: the database ignores accents and invisible signs, so that one account would have any number of spellings, each with
 * its own count of wrong passwords.
 */
export function parseSignInName(text: string): SignInName | null {
  const name = text.trim().toLowerCase()
  if (!/^[\x21-\x7e]+$/.test(name)) return null
  if (/^\d{10}$/.test(name)) return { kind: 'mobile', value: name }
  return /^[^\s@<>()",;:]{1,64}@[^\s@<>()",;:]+\.[^\s@<>()",;:.]{2,}$/.test(name)
    ? { kind: 'email', value: name }
    : null
}

/**
 * Seconds to wait after this many wrong passwords in a row: two slips are free, then 1 s, doubling up to 15 minutes. While
 * somebody tries birth dates on a whole school (`alarm`), a wrong date waits a minute at once. Never a lock-out.
 */
export function slowDownSeconds(failures: number, alarm = false): number {
  const longest = 15 * 60
  if (alarm) return Math.min(longest, 60 * 2 ** Math.min(failures - 1, 10))
  return failures < 3 ? 0 : Math.min(longest, 2 ** Math.min(failures - 3, 10))
}

/** Whether a password could be somebody's date of birth as the sign-in page asks for it. */
export function looksLikeBirthDate(password: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(password)
}

/** The signs of an activation code without what people put between them: `7kq4 mw2h` is `7KQ4MW2H`. */
export function bareActivationCode(typed: string): string {
  return typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** A first name that a brother or sister recognises and nobody else learns: "Ravi" → "R…i". */
export function maskedName(firstName: string): string {
  const signs = [...new Intl.Segmenter().segment(firstName.trim())].map(({ segment }) => segment)
  return signs.length < 3 ? `${signs[0] ?? ''}…` : `${signs[0]}…${signs.at(-1)}`
}
