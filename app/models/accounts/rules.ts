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

/** Seconds to wait after this many wrong passwords in a row: two slips are free, then 1 s, doubling up to 15 minutes or to `longest`. */
export function slowDownSeconds(failures: number, longest = 15 * 60): number {
  return failures < 3 ? 0 : Math.min(longest, 2 ** Math.min(failures - 3, 10))
}

/** Seconds that the sign-in to one account from one network waits after this many wrong passwords (decision 23): a minute at most. */
export function signInDelaySeconds(failures: number): number {
  return slowDownSeconds(failures, 60)
}

/**
 * A password as somebody types it who has chosen none yet: the date of birth (yyyy-mm-dd), or the date and behind it the code of the
 * activation slip; null for any other.
 */
export function readFirstPassword(password: string): { date: string; code: string | null } | null {
  const [, date, rest = ''] = /^\s*(\d{4}-\d{2}-\d{2})(?:[\s,;+]+(\S[\s\S]{0,19}))?\s*$/.exec(password) ?? []
  return date ? { date, code: bareActivationCode(rest) || null } : null
}

/**
 * Wrong dates of birth that one school takes in a day before a date alone opens no account there: one in a hundred of the accounts without a
 * password, so that whoever tries a year's dates on all of them opens one at most.
 */
export function birthDateTries(accountsWithoutPassword: number): number {
  return Math.min(30, Math.max(3, Math.floor(accountsWithoutPassword / 100)))
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
