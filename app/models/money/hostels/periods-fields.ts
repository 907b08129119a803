import { field, form } from '~/kit/forms/fields'
import { periodChoices } from './office-words'
import type { Semester } from './options'

const periods = field.choices('Periods that students may apply for', {} as Record<Semester, string>, {
  hint: 'Existing applications are not changed',
})

export const periodsForm = form('hostel settings', { periods: { ...periods, options: periodChoices } })
