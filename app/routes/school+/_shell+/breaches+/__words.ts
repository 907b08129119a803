import type { Chosen } from '~/models/entry/breaches/people.server'

export function chosenWords({ found, changed, unknown, unknownCount }: Chosen): string {
  const people = found === 1 ? '1 student was found' : `${found} students were found`
  const more = unknownCount > unknown.length ? ` and ${unknownCount - unknown.length} more` : ''
  const missing = unknownCount === 0 ? '' : ` Numbers without a student: ${unknown.join(', ')}${more}.`
  return `${people}, ${changed} changed.${missing}`
}
