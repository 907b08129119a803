/** Fields that a student can only request to change; the office decides. */
export const changeableFields = [
  'first_name',
  'last_name',
  'father_name',
  'mother_name',
  'date_of_birth',
  'category',
] as const
export type ChangeableField = (typeof changeableFields)[number]

export const changeStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type ChangeState = (typeof changeStates)[number]

export const changeNoteLength = 300
export const rejectionLength = 200
