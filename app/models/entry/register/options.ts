import type { Locale } from '~/language/paraglide/runtime'
import { formatDay, isDay } from '~/models/core/shared/calendar'
import type { CorrectedThing } from '~/models/people/students/register/register-options'

/** States by which the list can be filtered. */
export const entryStates = ['here', 'left', 'corrected', 'unnumbered'] as const
export type EntryState = (typeof entryStates)[number]

/** Maximum entries per file of the printed book: some thirty pages. */
export const maxEntriesOfFile = 250

export function correctedValue(field: CorrectedThing, value: string, locale: Locale): string {
  const isDayOf = field === 'date_of_birth' || field === 'admission_date'
  return isDayOf && isDay(value) ? formatDay(value, locale) : value || '–'
}
