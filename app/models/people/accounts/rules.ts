export type SignInName = { kind: 'email' | 'mobile'; value: string }

/**
 * Parses the username: an e-mail or a 10-digit mobile number; null otherwise. Only ASCII is valid: the database ignores
 * accents and invisible characters, so that one account would have many spellings, each with its own failure counter.
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
 * Returns the seconds to wait after this many wrong passwords in a row: 0 after two, 1 after three, then doubling up to
 * `maxSeconds` (by default 15 minutes).
 */
export function slowDownSeconds(failures: number, maxSeconds = 15 * 60): number {
  return failures < 3 ? 0 : Math.min(maxSeconds, 2 ** Math.min(failures - 3, 10))
}

/** Returns the seconds, at most 60, that a sign-in to one account from one network has to wait (decision 23). */
export function signInDelaySeconds(failures: number): number {
  return slowDownSeconds(failures, 60)
}

/**
 * Parses the first password of a student: the date of birth (yyyy-mm-dd), optionally followed by the activation code;
 * null otherwise.
 */
export function readFirstPassword(password: string): { date: string; code: string | null } | null {
  const [, date, rest = ''] = /^\s*(\d{4}-\d{2}-\d{2})(?:[\s,;+]+(\S[\s\S]{0,19}))?\s*$/.exec(password) ?? []
  return date ? { date, code: bareActivationCode(rest) || null } : null
}

/**
 * Returns how many wrong dates of birth a school allows per day: one per hundred accounts without a password, at least
 * 3 and at most 30. Even a guess in the known year of birth is right only once in 365 (decision 23).
 */
export function birthDateTries(accountsWithoutPassword: number): number {
  return Math.min(30, Math.max(3, Math.floor(accountsWithoutPassword / 100)))
}

/** Removes separators from an activation code: `7kq4 mw2h` becomes `7KQ4MW2H`. */
export function bareActivationCode(typedCode: string): string {
  return typedCode.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** Masks a first name so that only siblings recognise it: "Ravi" → "R…i". */
export function maskedName(firstName: string): string {
  const signs = [...new Intl.Segmenter().segment(firstName.trim())].map(({ segment }) => segment)
  return signs.length < 3 ? `${signs[0] ?? ''}…` : `${signs[0]}…${signs.at(-1)}`
}
