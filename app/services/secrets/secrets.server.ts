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

/** A 32-byte key for one purpose, derived from the installation's key, so that no two uses share a key. */
function keyFor(purpose: string, source = env().APP_KEY): Buffer {
  const known = keys.get(source) ?? new Map<string, Buffer>()
  const key = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', source, 'shala', purpose, 32))
  keys.set(source, known.set(purpose, key))
  return key
}

/** Secret for signing the cookies of one kind. */
export function cookieSecret(name: string, source = env().APP_KEY): string {
  return keyFor(`cookie:${name}`, source).toString('base64url')
}

/**
 * The secret that signs the cookies of one kind, then those that are believed as well while APP_KEY is changed: of the key to come, and for a cookie
 * that holds nothing but a random token (`isToken`) of the key before. Whoever had that key could sign anything else.
 */
export function cookieSecrets(name: string, { isToken = false } = {}): string[] {
  const { APP_KEY_NEXT: next, APP_KEY_OLD: old } = env()
  const others = [next, isToken ? old : undefined].filter((key) => key !== undefined)
  return [cookieSecret(name), ...others.map((key) => cookieSecret(name, key))]
}

/** AES-256-GCM; `context` (table, column and owner of the row) is authenticated, so a text moved to another row does not open. */
export function encrypt(plain: string, context: string): string {
  return `v1.${encryptBytes(Buffer.from(plain), context).toString('base64url')}`
}

/** @throws when the text was changed, belongs to another context, or was made with another key than APP_KEY, APP_KEY_NEXT and APP_KEY_OLD */
export function decrypt(text: string, context: string): string {
  return decryptBytes(bytesOf(text), context).toString()
}

/** The same, or null where it does not open: it was sealed with another APP_KEY, and has to be entered again. */
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

/** Random bytes that nobody was given before; drawn many at once, since a file of students has one for each Aadhaar number. */
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

/** @throws as opening with the first of the keys does, where none opens it */
function openWithAny([first, ...others]: [string, ...(string | undefined)[]], sealed: Buffer, context: string): Buffer {
  try {
    return openBytes(sealed, context, keyFor('encrypt', first))
  } catch (error) {
    for (const key of others) {
      if (key === undefined) continue
      try {
        return openBytes(sealed, context, keyFor('encrypt', key))
      } catch {
        // Perhaps the next one.
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

/** The bytes under a key of their own, a token of `newToken`: once that is gone nothing opens them. */
export function encryptWithToken(plain: Uint8Array, token: string): Buffer {
  return sealBytes(plain, 'token', keyOfToken(token))
}

/** @throws when the bytes were changed, or are of another token */
export function decryptWithToken(sealed: Buffer, token: string): Buffer {
  return openBytes(sealed, 'token', keyOfToken(token))
}

/** Whether there is a key of before, which opens what was sealed with it and does nothing else. */
export function hasOldKey(): boolean {
  return env().APP_KEY_OLD !== undefined
}

/** Which key opens a sealed text: today's (or the one to come, with which another process has sealed it), the one of before, or neither. */
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

/** 32 random bytes for a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** HMAC-SHA256 of a text for one purpose: 32 bytes that nobody without APP_KEY can find. */
export function keyedDigest(purpose: string, text: string): Buffer {
  return createHmac('sha256', keyFor(purpose)).update(text).digest()
}

/** How a token is kept in the database: it has 256 random bits, so a plain SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares without telling by its time how much was right. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
