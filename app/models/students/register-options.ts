/** Fields of a student that stand in the General Register, where they are corrected on an authority's order (decision 44). */
export const registerFields = [
  'first_name',
  'last_name',
  'date_of_birth',
  'admission_number',
  'admission_date',
] as const
export type RegisterField = (typeof registerFields)[number]

export const isRegisterField = (field: string): field is RegisterField => registerFields.some((one) => one === field)

/** What a correction is of. */
export const correctedThings = ['name', 'date_of_birth', 'admission_number', 'admission_date'] as const
export type CorrectedThing = (typeof correctedThings)[number]

export const authorityLength = 120
export const orderNumberLength = 60
export const correctionReasonLength = 200
/** First and last name with a space between. */
export const correctedLength = 130
