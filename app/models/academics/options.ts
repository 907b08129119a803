export const sessionNameLength = 20
export const classNameLength = 40
export const sectionNameLength = 20
export const largestSection = 500
export const usualSection = 40
export const largestRollNumber = 9999
export const largestPosition = 999
export const subjectNameLength = 80
export const subjectCodeLength = 20
export const employeeNumberLength = 30
export const teacherNameLength = 60
export const teacherEmailLength = 190
export const qualificationLength = 120
/** More subjects of a class, or classes of a subject, than any school has. */
export const mostOfClass = 200

/** Days outside of these belong to nobody's school year. */
export const earliestDay = '1990-01-01'
export const latestDay = '2099-12-31'
