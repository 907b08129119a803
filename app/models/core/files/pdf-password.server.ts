import { createCipheriv, createHash } from 'node:crypto'

/** Password padding of the standard security handler (ISO 32000-1, 7.6.3.3). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/**
 * Returns whether a PDF needs a password to be opened, as every e-Aadhaar does. A PDF with only an owner password (for
 * changes) opens without one. Returns false if the encryption cannot be read.
 */
export function needsPassword(bytes: Uint8Array): boolean {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const dictionary = encryptionOf(pdf)
  if (dictionary === null) return false
  const filter = /\/Filter\s*\/([\w.]+)/.exec(dictionary)?.[1]
  // Any other handler needs a certificate or its vendor's software.
  if (filter !== undefined && filter !== 'Standard') return true
  const lock = lockOf(dictionary, pdf)
  return lock !== null && !opensWithout(lock)
}

/** Maximum length of the encryption dictionary, in bytes. */
const dictionaryBytes = 4_000

/** Finds the encryption dictionary that the last trailer names, as Latin-1 text. */
function encryptionOf(pdf: Buffer): string | null {
  for (const named of textsAt(pdf, '/Encrypt')) {
    if (/^\/Encrypt\s*<</.test(named)) return named
    const object = /^\/Encrypt\s+(\d{1,10}\s+\d{1,5})\s+R/.exec(named)?.[1]
    if (object !== undefined) return textsAt(pdf, `${object} obj`).next().value ?? null
  }
  return null
}

/**
 * Yields the text that starts at each occurrence of a word, last occurrence first. Skips an occurrence after a digit:
 * `14 0 obj` is not `4 0 obj`.
 */
function* textsAt(pdf: Buffer, word: string): Generator<string, undefined> {
  for (let at = pdf.lastIndexOf(word); at >= 0; at = at === 0 ? -1 : pdf.lastIndexOf(word, at - 1)) {
    const before = pdf[at - 1] ?? 0
    if (before < 0x30 || before > 0x39) yield pdf.toString('latin1', at, at + dictionaryBytes)
  }
}

interface Lock {
  revision: number
  keyLength: number
  owner: Buffer
  user: Buffer
  permissions: number
  id: Buffer
  isMetadataSealed: boolean
}

function lockOf(dictionary: string, pdf: Buffer): Lock | null {
  const number = (name: string) => Number(new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary)?.[1] ?? Number.NaN)
  const [owner, user] = [stringAfter(dictionary, /\/O\s*(?=[(<])/), stringAfter(dictionary, /\/U\s*(?=[(<])/)]
  const [revision, version] = [number('R'), number('V')]
  if (!owner || !user || Number.isNaN(revision)) return null
  const bits = number('Length')
  // Versions 2 and 3 name the length of the key, by default 40 bits; version 4 always has 128.
  const keyLength = version >= 4 ? 16 : version === 1 || Number.isNaN(bits) ? 5 : bits / 8
  const idAt = pdf.lastIndexOf('/ID')
  const id = idAt < 0 ? null : stringAfter(pdf.toString('latin1', idAt, idAt + 400), /^\/ID\s*\[\s*(?=[(<])/)
  return {
    revision,
    keyLength,
    owner,
    user,
    permissions: number('P'),
    id: id ?? Buffer.alloc(0),
    isMetadataSealed: !/\/EncryptMetadata\s+false/.test(dictionary),
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads the string, in hex or in brackets, that follows a name. */
function stringAfter(text: string, name: RegExp): Buffer | null {
  const match = name.exec(text)
  if (!match) return null
  const rest = text.slice(match.index + match[0].length)
  const hex = /^<([\da-f\s]*)>/i.exec(rest)?.[1]?.replace(/\s/g, '')
  if (hex !== undefined) return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex')
  let [depth, index, read] = [1, 1, '']
  for (; index < rest.length; index++) {
    const sign = rest[index] ?? ''
    if (sign === '\\') {
      const [octal] = /^[0-7]{1,3}/.exec(rest.slice(index + 1, index + 4)) ?? []
      const next = rest[index + 1] ?? ''
      if (octal) read += String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      else if (next === '\r' && rest[index + 2] === '\n') index++
      else if (next !== '\n' && next !== '\r') read += escapes[next] ?? next
      index += octal?.length ?? 1
      continue
    }
    if (sign === '(') depth++
    if (sign === ')' && --depth === 0) break
    read += sign
  }
  return Buffer.from(read, 'latin1')
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** Tries the empty password (ISO 32000-1 algorithms 4 to 6, ISO 32000-2 algorithm 11). */
function opensWithout(lock: Lock): boolean {
  const { revision, user } = lock
  if (revision >= 5) {
    const salt = user.subarray(32, 40)
    const hash = revision === 5 ? createHash('sha256').update(salt).digest() : hardened(salt)
    return hash.equals(user.subarray(0, 32))
  }
  const key = emptyKey(lock)
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
  let proof = rc4(key, md5(padding, lock.id))
  for (let round = 1; round < 20; round++) proof = rc4(Buffer.from(key.map((byte) => byte ^ round)), proof)
  return proof.equals(user.subarray(0, 16))
}

/** Encryption key of the empty password (algorithm 2). */
function emptyKey({ revision, keyLength, owner, permissions, id, isMetadataSealed }: Lock): Buffer {
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions | 0)
  const open = revision >= 4 && !isMetadataSealed ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = md5(padding, owner.subarray(0, 32), rights, id, open)
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, keyLength))
  return key.subarray(0, keyLength)
}

/** Hash of the empty password in revision 6 (algorithm 2.B). */
function hardened(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest()
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const sealed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)))
    const rest = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][rest] ?? 'sha256')
      .update(sealed)
      .digest()
    last = sealed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** RC4, which OpenSSL no longer offers. */
function rc4(key: Buffer, text: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index] ?? 0
  const swap = (one: number, other: number) => {
    const kept = at(one)
    state[one] = at(other)
    state[other] = kept
  }
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 0xff
    swap(index, other)
  }
  let [one, other] = [0, 0]
  return Buffer.from(
    text.map((byte) => {
      one = (one + 1) & 0xff
      other = (other + at(one)) & 0xff
      swap(one, other)
      return byte ^ at((at(one) + at(other)) & 0xff)
    }),
  )
}
