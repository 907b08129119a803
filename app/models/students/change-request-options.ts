import { m } from '~/language/paraglide/messages'
import { categories, categoryLabel } from './options'

/** What a student may only ask for: the office decides (decisions, section 5). */
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

export function changeableFieldLabel(field: ChangeableField): string {
  return {
    first_name: m.students_first_name,
    last_name: m.students_last_name,
    father_name: m.students_father_name,
    mother_name: m.students_mother_name,
    date_of_birth: m.students_date_of_birth,
    category: m.students_category,
  }[field]()
}

/** A value of the field as people read it; days stay `yyyy-mm-dd`. */
export function changeableValue(field: ChangeableField, value: string): string {
  const category = field === 'category' ? categories.find((one) => one === value) : undefined
  return category ? categoryLabel(category) : value
}
