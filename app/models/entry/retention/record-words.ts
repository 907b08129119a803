import type { FieldClass } from './field-classes'

const english = { locale: 'en' } as const
/**
 * Returns a text of the portal in English, whatever the user's language, because the record of processing is for the
 * office and the repository.
 */
export const inEnglish = (words: unknown) => (words as (inputs: object, options: typeof english) => string)({}, english)

/** Retention period in English; `years` are the school's own, if set. */
export function howLong({ keep }: FieldClass, years?: number): string {
  if (keep.until === 'ever') return 'Permanently'
  if (keep.until !== 'years') return keep.how.charAt(0).toUpperCase() + keep.how.slice(1)
  const count = years ?? keep.usual
  const least = keep.least > 0 ? `, never less than ${keep.least}` : ''
  return `${count} ${count === 1 ? 'year' : 'years'} after leaving${least}`
}
