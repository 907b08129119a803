/** Student fields in the General Register, which are corrected by an authority's order (decision 44). */
export const registerFields = [
  'first_name',
  'last_name',
  'date_of_birth',
  'admission_number',
  'admission_date',
] as const
export type RegisterField = (typeof registerFields)[number]

export const isRegisterField = (field: string): field is RegisterField => registerFields.some((one) => one === field)

export const correctedThings = ['name', 'date_of_birth', 'admission_number', 'admission_date'] as const
export type CorrectedThing = (typeof correctedThings)[number]

export const authorityLength = 120
export const orderNumberLength = 60
export const correctionReasonLength = 200
/** Maximum length of a corrected value. The longest is a first and a last name, joined by a space. */
export const correctedLength = 130
