import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from '~/env.server'

const keys = new Map<string, Map<string, Buffer>>()

/** Derives a 32-byte key for one purpose from the installation's key, so that no two uses share a key. */
function keyFor(purpose: string, source = env().APP_KEY): Buffer {
  const keysByPurpose = keys.get(source) ?? new Map<string, Buffer>()
  const key = keysByPurpose.get(purpose) ?? Buffer.from(hkdfSync('sha256', source, 'shala', purpose, 32))
  keys.set(source, keysByPurpose.set(purpose, key))
  return key
}

export function cookieSecret(name: string, source = env().APP_KEY): string {
  return keyFor(`cookie:${name}`, source).toString('base64url')
}

/**
 * Returns the secret that signs the cookies of one kind, followed by the secrets that are also accepted during a change
 * of APP_KEY: the next key's, and the old key's. The old key's is accepted only for cookies that hold a random token
 * (`isToken`), since a thief of the old key could forge all others.
 */
export function cookieSecrets(name: string, { isToken = false } = {}): string[] {
  const { APP_KEY_NEXT: next, APP_KEY_OLD: old } = env()
  const others = [next, isToken ? old : undefined].filter((key) => key !== undefined)
  return [cookieSecret(name), ...others.map((key) => cookieSecret(name, key))]
}

/**
 * Encrypts with AES-256-GCM; `context` (table, column and owner of the row) is authenticated, so a text moved to
 * another row does not decrypt.
 */
export function encrypt(plain: string, context: string): string {
  return `v1.${encryptBytes(Buffer.from(plain), context).toString('base64url')}`
}

/**
 * @throws when the text was changed, belongs to another context, or was encrypted with a key other than APP_KEY,
 * APP_KEY_NEXT and APP_KEY_OLD
 */
export function decrypt(text: string, context: string): string {
  return decryptBytes(bytesOf(text), context).toString()
}

/** Decrypts a text, or returns null if that fails: it was encrypted with another APP_KEY and must be entered again. */
export function decryptOrNull(text: string, context: string): string | null {
  try {
    return decrypt(text, context)
  } catch {
    return null
  }
}

const bytesOf = (text: string) => Buffer.from(text.replace(/^v1\./, ''), 'base64url')

const ivBytes = 12
let drawn = Buffer.alloc(0)

/** Returns an unused random IV; drawn in bulk, since a file of students needs one per Aadhaar number. */
function newIv(): Buffer {
  if (drawn.length === 0) drawn = randomBytes(ivBytes * 256)
  const iv = drawn.subarray(0, ivBytes)
  drawn = drawn.subarray(ivBytes)
  return iv
}

/** `encrypt` for the bytes of a file. */
export function encryptBytes(plain: Uint8Array, context: string): Buffer {
  return sealBytes(plain, context, keyFor('encrypt'))
}

function sealBytes(plain: Uint8Array, context: string, key: Buffer): Buffer {
  const iv = newIv()
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(context))
  const body = cipher.update(plain)
  cipher.final()
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws like `decrypt` */
export function decryptBytes(sealed: Buffer, context: string): Buffer {
  const { APP_KEY, APP_KEY_NEXT, APP_KEY_OLD } = env()
  return openWithAny([APP_KEY, APP_KEY_NEXT, APP_KEY_OLD], sealed, context)
}

/** @throws the error of the first key, when no key decrypts the bytes */
function openWithAny([first, ...others]: [string, ...(string | undefined)[]], sealed: Buffer, context: string): Buffer {
  try {
    return openBytes(sealed, context, keyFor('encrypt', first))
  } catch (error) {
    for (const key of others) {
      if (key === undefined) continue
      try {
        return openBytes(sealed, context, keyFor('encrypt', key))
      } catch {
        // Try the next key.
      }
    }
    throw error
  }
}

function openBytes(sealed: Buffer, context: string, key: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const plain = decipher.update(sealed.subarray(28))
  decipher.final()
  return plain
}

const keyOfToken = (token: string) => createHash('sha256').update(token).digest()

/** Encrypts bytes with a key derived from `token`, a token of `newToken`: without the token no one can decrypt them. */
export function encryptWithToken(plain: Uint8Array, token: string): Buffer {
  return sealBytes(plain, 'token', keyOfToken(token))
}

/** @throws when the bytes were changed, or belong to another token */
export function decryptWithToken(sealed: Buffer, token: string): Buffer {
  return openBytes(sealed, 'token', keyOfToken(token))
}

/** Returns true when an old key is configured, which only decrypts existing data and verifies token cookies. */
export function hasOldKey(): boolean {
  return env().APP_KEY_OLD !== undefined
}

/**
 * Returns which key decrypts a text: the current one (or the next one, which another process may already use), the
 * previous one, or neither.
 */
export function keyOfSealed(text: string, context: string): 'today' | 'before' | 'neither' {
  const { APP_KEY, APP_KEY_NEXT } = env()
  try {
    openWithAny([APP_KEY, APP_KEY_NEXT], bytesOf(text), context)
    return 'today'
  } catch {
    try {
      decrypt(text, context)
      return 'before'
    } catch {
      return 'neither'
    }
  }
}

/** Creates 32 random bytes for a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** HMAC-SHA256 of a text for one purpose: 32 bytes that cannot be computed without APP_KEY. */
export function keyedDigest(purpose: string, text: string): Buffer {
  return createHmac('sha256', keyFor(purpose)).update(text).digest()
}

/** Digest of a token for the database; a plain SHA-256 suffices for 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
