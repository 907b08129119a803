import { randomInt } from 'node:crypto'

// No vowels (no accidental words), no 0/O/1/l: an id may be read out over the phone.
const alphabet = '23456789bcdfghjkmnpqrstvwxyz'

/** Returns a random id of 12 characters (57 bits) for URLs; the BIGINT key never leaves the server. */
export function newPublicId(): string {
  let id = ''
  for (let i = 0; i < 12; i++) id += alphabet[randomInt(alphabet.length)]
  return id
}

/** Checks the format of a public id from a URL; anything else is "not found" without a database query. */
export function isPublicId(text: string | undefined): text is string {
  return text !== undefined && /^[2-9b-z]{12}$/.test(text)
}

/** Public id in a URL filter (`?class=…`); '' when missing or invalid. */
export function publicIdOf(searchParams: URLSearchParams, name: string): string {
  const param = searchParams.get(name) ?? ''
  return isPublicId(param) ? param : ''
}
