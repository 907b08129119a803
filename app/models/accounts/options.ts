// Limits of decisions section 1 and SP section 5.
export const studentPasswordLength = 8
export const staffPasswordLength = 12
export const longestPassword = 200
export const longestEmail = 190
export const longestSchoolName = 120
export const longestPersonName = 120
export const longestAddress = 300

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

/** Wrong dates of birth in a day at one account, after which the date alone does not open it. */
export const birthDateTriesOfAccount = 5

/** Wrong passwords in a row from a browser that an account knows, after which it is a browser like any other. */
export const deviceTrustFailures = 50
