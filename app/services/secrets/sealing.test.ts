import { expect, it } from 'vitest'
import { decrypt, decryptBytes, encrypt, encryptBytes, hashToken, newToken } from './secrets.server'

it('encrypts the same text differently each time, and decrypts it in its own context only', () => {
  const [one, two] = [encrypt('234123412346', 'guardians:7'), encrypt('234123412346', 'guardians:7')]
  expect(two).not.toBe(one)
  expect(decrypt(one, 'guardians:7')).toBe('234123412346')
  expect(() => decrypt(one, 'guardians:8')).toThrow()
})

it('refuses an encrypted text in which a bit of any byte was changed', () => {
  const sealed = encryptBytes(Buffer.from('a file'), 'imports:1')
  expect(decryptBytes(sealed, 'imports:1').toString()).toBe('a file')
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => decryptBytes(changed, 'imports:1'), `byte ${place}`).toThrow()
  }
})

it('creates tokens of 256 random bits, and a digest of each for the database', () => {
  const tokens = new Set(Array.from({ length: 1000 }, newToken))
  expect(tokens.size).toBe(1000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const [token = ''] = tokens
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/)
})
