import { field, form } from '~/kit/forms/fields'

/** Form of a holiday of one or more days; an empty last day means one day. */
export const holidayForm = form(
  'holiday',
  { name: field.line('Holiday name', 80, { required: true, hint: 'Such as Diwali, or Summer holidays' }) },
  { startsOn: field.day('First day', { required: true }) },
  { endsOn: field.day('Last day', { hint: 'Leave empty for a single day.' }) },
)

export const holidayRefusals = {
  'name-taken': { name: 'A holiday with this name already exists on this day' },
  'days-marked': ({ days }: { days: string }) => ({
    startsOn: `Attendance was taken on ${days}. Clear the attendance of these days first, or choose other days`,
  }),
}

/** Options for the school's Saturdays; Sundays are always holidays. */
export const saturdayWords = {
  none: 'School days',
  second_fourth: 'The second and fourth of a month are holidays',
  all: 'All are holidays',
} as const
export type SaturdaysOff = keyof typeof saturdayWords

export const saturdaysForm = form('saturdays', {
  saturdaysOff: field.choice('Saturdays at the school', saturdayWords, {
    required: 'Select which Saturdays are holidays',
    asRadios: true,
  }),
})
