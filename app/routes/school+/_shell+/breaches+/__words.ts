import type { Chosen } from '~/models/breaches/people.server'

/** What came of a choice of people, in a sentence or two. */
export function chosenWords({ found, changed, unknown, unknownCount }: Chosen): string {
  const people = found === 1 ? '1 student was found' : `${found} students were found`
  const more = unknownCount > unknown.length ? ` and ${unknownCount - unknown.length} more` : ''
  const missing = unknownCount === 0 ? '' : ` Nobody has: ${unknown.join(', ')}${more}.`
  return `${people}, ${changed} changed.${missing}`
}
