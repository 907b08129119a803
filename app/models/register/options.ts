import type { Locale } from '~/language/paraglide/runtime'
import { formatDay, isDay } from '~/models/shared/calendar'
import type { CorrectedThing } from '~/models/students/register-options'

/** Which entries the list shows. */
export const entryStates = ['here', 'left', 'corrected', 'unnumbered'] as const
export type EntryState = (typeof entryStates)[number]

/** Entries of one file of the printed book: some thirty pages. */
export const maxEntriesOfFile = 250

/** What stood or stands in a corrected field, as people read it. */
export function correctedValue(field: CorrectedThing, value: string, locale: Locale): string {
  const isDayOf = field === 'date_of_birth' || field === 'admission_date'
  return isDayOf && isDay(value) ? formatDay(value, locale) : value || '–'
}
