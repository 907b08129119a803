import type { FieldClass } from './field-classes'

const english = { locale: 'en' } as const
/** A word of ours in English, whatever the reader's language: the record is the office's and the repository's. */
export const inEnglish = (words: unknown) => (words as (inputs: object, options: typeof english) => string)({}, english)

/** How long, in English: by the school's own years where they are given. */
export function howLong({ keep }: FieldClass, years?: number): string {
  if (keep.until === 'ever') return 'Permanently'
  if (keep.until !== 'years') return keep.how.charAt(0).toUpperCase() + keep.how.slice(1)
  const count = years ?? keep.usual
  const least = keep.least > 0 ? `, never less than ${keep.least}` : ''
  return `${count} ${count === 1 ? 'year' : 'years'} after leaving${least}`
}
