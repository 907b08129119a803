export const classNameLength = 40
export const sectionNameLength = 20
export const maxSeats = 500
export const maxRollNumber = 9999
export const maxPosition = 999

/** Limits of valid days in sessions and enrollments. */
export const earliestDay = '1990-01-01'
export const latestDay = '2099-12-31'
