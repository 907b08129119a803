// Limits of decisions section 1 and SP section 5.
export const studentPasswordLength = 8
export const staffPasswordLength = 12
export const maxPasswordLength = 200
export const maxEmailLength = 190
export const maxSchoolNameLength = 120
export const maxPersonNameLength = 120
export const maxAddressLength = 300

export const resetLinkMinutes = 30
/** A link that confirms a new e-mail address works this long. */
export const emailLinkMinutes = 30
/** A link that undoes a change of e-mail or mobile number works at least this long. */
export const undoLinkHours = 72
/** A link that opens a registered school works this long. */
export const schoolLinkHours = 48
/** Registrations of schools within an hour: from one network address, at the whole installation, and mails to one address. */
export const schoolsAnHour = { address: 5, installation: 200, mails: 3 } as const
export const deviceCookieDays = 365

/**
 * Turns of strangers at the sign-in (decision 23): at one account from everywhere, and of one network (`strangers`), where a school signs in
 * behind one address. `known`: of a network where each account that is tried has been before.
 */
export const signInTurns = {
  account: { free: 100, seconds: 30, minutes: 24 * 60 },
  strangers: { free: 200, seconds: 2, minutes: 60 },
  known: { free: 2_000, seconds: 2, minutes: 60 },
} as const

/** Wrong dates of birth in a day at one account, after which the date alone does not open it. */
export const birthDateTriesOfAccount = 5

/** Wrong passwords in a row from a browser that an account knows, after which it is a browser like any other. */
export const deviceTrustFailures = 50
