// Minimum lengths of passwords and maximum lengths of fields, in characters.
export const studentPasswordLength = 8
export const staffPasswordLength = 12
export const maxPasswordLength = 200
export const maxEmailLength = 190
export const maxSchoolNameLength = 120
export const maxPersonNameLength = 120
export const maxAddressLength = 300

export const resetLinkMinutes = 30
export const emailLinkMinutes = 30
/** Minimum lifetime of a link that undoes a change of e-mail or mobile number. */
export const undoLinkHours = 72
export const schoolLinkHours = 48
/** Hourly limits of school registrations: per network address, per installation, and mails to one address. */
export const schoolsAnHour = { address: 5, installation: 200, mails: 3 } as const
export const deviceCookieDays = 365

/**
 * Limits of sign-in tries (decision 23). `account`: tries for one account from a browser and network in which it has
 * not signed in before. `strangers`: tries from one network, which may serve a whole school. `known`: tries from one
 * network for accounts that have signed in before from this browser or network.
 */
export const signInTurns = {
  account: { free: 100, seconds: 30, minutes: 24 * 60 },
  strangers: { free: 200, seconds: 2, minutes: 60 },
  known: { free: 2_000, seconds: 2, minutes: 60 },
} as const

/** Limit of requests for password links, for all e-mail addresses, from one network, which may serve a whole school. */
export const resetTurns = { free: 200, seconds: 2, minutes: 60 } as const

/** Wrong dates of birth per account and day, after which a date alone no longer opens it. */
export const birthDateTriesOfAccount = 5

/** Wrong passwords in a row from a known browser, after which it is treated like any other browser. */
export const deviceTrustFailures = 50
