import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'shala-dkim-')), 'key.pem')
writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
const half = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

const settings = { MAIL_FROM: '', MAIL_BOUNCES: '', DKIM_DOMAIN: '', DKIM_SELECTOR: '', DKIM_KEY_FILE: '' }
afterEach(() => Object.assign(process.env, settings))

async function check(records: Record<string, string[]>, given: Partial<typeof settings> = {}) {
  vi.resetModules()
  Object.assign(process.env, settings, given)
  const { checkDomain } = await import('./domain-check.server')
  const results = await checkDomain('mail.school.in', async (name) => {
    if (records[name]?.[0] === 'silent') throw new Error('timeout')
    return records[name] ?? []
  })
  return Object.fromEntries(results.map(({ name, state, at, words }) => [name, { state, at, words }]))
}

const signing = { DKIM_DOMAIN: 'school.in', DKIM_SELECTOR: 's1', DKIM_KEY_FILE: file }

it('finds the SPF, DKIM and DMARC records, including a DMARC record of the parent domain', async () => {
  const found = await check(
    {
      'mail.school.in': ['google-site-verification=x', 'v=spf1 include:_spf.example ~all'],
      's1._domainkey.school.in': [`v=DKIM1; k=rsa; p=${half}`],
      '_dmarc.school.in': ['v=DMARC1; p=quarantine'],
    },
    signing,
  )
  expect(Object.values(found).map(({ state }) => state)).toEqual(['found', 'found', 'found'])
  expect(found.DMARC?.at).toBe('_dmarc.school.in')
})

it('shows the value to enter for a missing record', async () => {
  const found = await check({}, signing)
  expect(Object.values(found).map(({ state }) => state)).toEqual(['missing', 'missing', 'missing'])
  expect(found.DKIM?.words).toContain(half)
  expect(found.DMARC?.words).toContain('v=DMARC1; p=none')
})

it('reports wrong records: open to all, duplicates, another key, no policy, another domain', async () => {
  const wrong = await check(
    {
      'mail.school.in': ['v=spf1 +all'],
      's1._domainkey.school.in': ['v=DKIM1; p=AAAA'],
      '_dmarc.mail.school.in': ['v=DMARC1; sp=none'],
    },
    signing,
  )
  expect(Object.values(wrong).map(({ state }) => state)).toEqual(['wrong', 'wrong', 'wrong'])
  const several = await check({
    'mail.school.in': ['v=spf1 -all', 'v=spf1 ~all'],
    '_dmarc.mail.school.in': ['v=DMARC1; p=none', 'v=DMARC1; p=none'],
  })
  expect([several.SPF?.state, several.DMARC?.state]).toEqual(['wrong', 'wrong'])
  const other = await check({ 'other.in': ['v=spf1 -all'] }, { MAIL_BOUNCES: 'bounces@other.in' })
  expect(other.SPF).toMatchObject({ state: 'wrong', at: 'other.in' })
})

it('reports the records as unknown when the DNS does not answer or the mail has no DKIM signature', async () => {
  const found = await check({ 'mail.school.in': ['silent'], '_dmarc.mail.school.in': ['silent'] })
  expect(Object.values(found).map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
})
