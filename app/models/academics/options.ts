export const sessionNameLength = 20
export const classNameLength = 40
export const sectionNameLength = 20
export const largestSection = 500
export const usualSection = 40
export const largestRollNumber = 9999
export const largestPosition = 999

/** Days outside of these belong to nobody's school year. */
export const earliestDay = '1990-01-01'
export const latestDay = '2099-12-31'

export const rowsPerPage = 20
