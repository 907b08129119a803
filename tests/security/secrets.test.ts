import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { testAppKey, testBuild } from '../factories/app'
import { patience } from '../setup/slowness'

let client: Array<{ name: string; text: string }> = []

beforeAll(async () => {
  const folder = path.join(await testBuild(), 'client')
  client = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|svg|json|txt)$/.test(name))
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
}, patience(240_000))

describe('files sent to browsers', () => {
  it('contain no settings, keys or server code', () => {
    expect(client.length).toBeGreaterThan(5)
    const telling = [
      testAppKey,
      'demo-only-key',
      'process.env',
      'DATABASE_URL',
      'APP_KEY',
      'razorpay_key_secret',
      'razorpay_webhook_secret',
      'password_hash',
      'argon2',
      'sequelize',
      'mysql2',
      'node:crypto',
      'node:fs',
      'SELECT ',
      'INSERT INTO',
    ]
    const found = client.flatMap(({ name, text }) =>
      telling.filter((word) => text.includes(word)).map((w) => `${name}: ${w}`),
    )
    expect(found).toEqual([])
  })

  it('contain no source maps', () => {
    expect(client.filter(({ name, text }) => name.endsWith('.map') || text.includes('sourceMappingURL'))).toEqual([])
  })
})

describe('the repository', () => {
  it('contains no private key, no live payment key and no environment file', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
    expect(files.filter((name) => /(^|\/)\.env$|\.pem$|\.key$|id_rsa/.test(name))).toEqual([])
    const secret = /rzp_live_[A-Za-z0-9]{6,}|-----BEGIN [A-Z ]*PRIVATE KEY-----\n|AKIA[0-9A-Z]{16}/
    const found = files
      .filter((name) => /\.(ts|tsx|js|mjs|cjs|json|md|yml|yaml|txt|css)$/.test(name) && name !== 'package-lock.json')
      .filter((name) => secret.test(readIfThere(name)))
    expect(found).toEqual([])
  })
})

function readIfThere(name: string): string {
  try {
    return readFileSync(name, 'utf8')
  } catch {
    // The file is deleted in the working copy, and the deletion is not committed yet.
    return ''
  }
}
