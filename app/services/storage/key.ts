import { randomBytes } from 'node:crypto'

/** Limit of the column in `files`. */
const maxKeyLength = 120
const segment = '[a-z0-9][a-z0-9._-]*'
const shape = new RegExp(`^${segment}(?:/${segment})*$`)

/**
 * Checks a key: lower-case segments that begin with a letter or digit; no `..`, no hidden file, and no character with a
 * special meaning in a file system or URL.
 * @throws for an invalid key
 */
export function checkKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('Invalid storage key')
  return key
}

export function isStorageKey(key: string | undefined): key is string {
  return key !== undefined && key.length <= maxKeyLength + 50 && shape.test(key)
}

/** Creates an unguessable key (120 random bits): `newStorageKey('receipts', 'pdf')`. */
export function newStorageKey(folder: string, ending: string): string {
  return checkKey(`${folder}/${randomBytes(15).toString('hex')}.${ending}`)
}
