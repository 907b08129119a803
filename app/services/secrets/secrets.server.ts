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

const keys = new Map<string, Buffer>()

/** A 32-byte key for one purpose, derived from APP_KEY, so that no two uses share a key. */
function keyFor(purpose: string): Buffer {
  let key = keys.get(purpose)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', env().APP_KEY, 'shala', purpose, 32))
    keys.set(purpose, key)
  }
  return key
}

/** Secret for signing the cookies of one kind. */
export function cookieSecret(name: string): string {
  return keyFor(`cookie:${name}`).toString('base64url')
}

/** AES-256-GCM; `context` (a table, column and row owner) is authenticated, so a text moved to another row does not open. */
export function encrypt(plain: string, context: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor('encrypt'), iv)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** @throws when the text was changed, belongs to another context, or was made with another APP_KEY */
export function decrypt(text: string, context: string): string {
  const raw = Buffer.from(text.replace(/^v1\./, ''), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor('encrypt'), raw.subarray(0, 12))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(raw.subarray(12, 28))
  return decipher.update(raw.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}

/** `encrypt` for the bytes of a file. */
export function encryptBytes(plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor('encrypt'), iv)
  cipher.setAAD(Buffer.from(context))
  const body = cipher.update(plain)
  cipher.final()
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws like `decrypt` */
export function decryptBytes(sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyFor('encrypt'), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const plain = decipher.update(sealed.subarray(28))
  decipher.final()
  return plain
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
