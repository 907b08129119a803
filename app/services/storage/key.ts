import { randomBytes } from 'node:crypto'

/** Longest key that a row of `files` holds. */
const maxKeyLength = 120
const segment = '[a-z0-9][a-z0-9._-]*'
const shape = new RegExp(`^${segment}(?:/${segment})*$`)

/**
 * Lower-case segments that begin with a letter or digit: no `..`, no hidden file, nothing that a file system or an address
 * would read in another way.
 * @throws when the text is no key
 */
export function checkKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('This is no storage key')
  return key
}

/** Whether a text from an address could be a key. */
export function isStorageKey(key: string | undefined): key is string {
  return key !== undefined && key.length <= maxKeyLength + 50 && shape.test(key)
}

/** A key that nobody can guess (120 random bits): `newStorageKey('receipts', 'pdf')`. */
export function newStorageKey(folder: string, ending: string): string {
  return checkKey(`${folder}/${randomBytes(15).toString('hex')}.${ending}`)
}
