import type { FieldErrors } from '~/http/forms.server'
import { counted } from '~/models/academics/rules'
import { markedDaysBetween } from '~/models/attendance/holidays.server'
import type { HolidayFields } from '~/models/attendance/schema'
import { formatDay } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'

/** Why a holiday was refused, beside its field: the days that are marked are named. */
export async function holidayRefusal(
  scope: SchoolScope,
  reason: 'days-marked' | 'name-taken',
  fields: HolidayFields,
): Promise<FieldErrors> {
  if (reason === 'name-taken') return { name: ['There is a holiday of this name on this day already'] }
  const marked = await markedDaysBetween(scope, fields.starts_on, fields.ends_on)
  const days = marked.map(({ day, sections }) => `${formatDay(day, 'en')} (${counted(sections, 'section')})`).join(', ')
  return {
    starts_on: [`Attendance was taken on ${days}. Clear the attendance of these days first, or choose other days`],
  }
}
