import { addDays, isDay } from '~/models/core/shared/calendar'

/**
 * Parses a time typed by an operator: an instant with its time zone, or a day in India. For a day, `edge` selects its
 * start or its end (the start of the next day). Null otherwise.
 */
export function parseMoment(text: string, edge: 'start' | 'end'): Date | null {
  if (isDay(text)) return new Date(`${edge === 'start' ? text : addDays(text, 1)}T00:00:00+05:30`)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10)) ? null : moment
}
