import { randomInt } from 'node:crypto'

// No vowels (no words by chance), no 0/O/1/l: an id may be read out over the phone.
const alphabet = '23456789bcdfghjkmnpqrstvwxyz'

/** A random id of 12 characters (57 bits) for addresses; the BIGINT key never leaves the server. */
export function newPublicId(): string {
  let id = ''
  for (let i = 0; i < 12; i++) id += alphabet[randomInt(alphabet.length)]
  return id
}

/** Whether a text from an address could be one of our ids; anything else is "not found" without asking the database. */
export function isPublicId(text: string | undefined): text is string {
  return text !== undefined && /^[2-9b-z]{12}$/.test(text)
}

/** The id that an address gives as a filter (`?class=…`); '' for none and for what cannot be one. */
export function publicIdOf(searchParams: URLSearchParams, name: string): string {
  const asked = searchParams.get(name) ?? ''
  return isPublicId(asked) ? asked : ''
}
