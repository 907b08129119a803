import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { env } from '~/env.server'
import { dkimKey } from './mailer.server'
import type { DkimKey } from './smtp-mailer.server'

/** `unknown`: the DNS did not answer in time. */
export type RecordState = 'found' | 'missing' | 'wrong' | 'unknown'

/** DNS record that receivers check: the current value, the problem, and the value to enter. */
interface RecordResult {
  name: 'SPF' | 'DKIM' | 'DMARC'
  state: RecordState
  /** DNS name of the record, or the name at which it should be. */
  at: string
  current: string | null
  words: string
}

/**
 * Returns the TXT records, each joined from its parts; an empty list if there are none.
 * @throws when the DNS does not answer
 */
type ReadTexts = (name: string) => Promise<string[]>

const none = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the machine's resolvers, with at most two tries of one second each. */
const askDns: ReadTexts = async (name) => {
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (none.has((error as { code?: string }).code ?? '')) return []
    throw error
  }
}

const domainOf = (address: string) =>
  address
    .replace(/^.*@/, '')
    .replace(/[>\s].*$/, '')
    .toLowerCase()

/** Domain of the From address that recipients see; null while MAIL_FROM has no internet domain. */
export function sendingDomain(): string | null {
  const domain = domainOf(env().MAIL_FROM)
  return domain.includes('.') ? domain : null
}

/**
 * Relaxed alignment of DMARC: equal, or one is a subdomain of the other. Public suffixes like co.in are ignored, since
 * no one sends from them.
 */
const isAligned = (a: string, b: string) => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)

/**
 * Checks the records that Gmail, Yahoo and Outlook require of senders of more than 5,000 mails a day: SPF, DKIM and
 * DMARC. The addresses of the SMTP server are not known here, so SPF is shown but not checked against that server.
 */
export async function checkDomain(domain: string, read: ReadTexts = askDns): Promise<RecordResult[]> {
  const { MAIL_BOUNCES: mailbox } = env()
  const envelope = mailbox ? domainOf(mailbox) : domain
  return Promise.all([spf(domain, envelope, read), dkim(domain, dkimKey(), read), dmarc(domain, read)])
}

async function texts(read: ReadTexts, name: string, begins: RegExp): Promise<string[] | null> {
  try {
    return (await read(name)).filter((one) => begins.test(one.trim()))
  } catch {
    return null
  }
}

const silent = 'The DNS did not answer. Open the page again in a minute.'

async function spf(domain: string, at: string, read: ReadTexts): Promise<RecordResult> {
  const records = await texts(read, at, /^v=spf1(\s|$)/i)
  const result = (state: RecordState, words: string): RecordResult => ({
    name: 'SPF',
    state,
    at,
    current: records?.[0] ?? null,
    words,
  })
  if (records === null) return result('unknown', silent)
  const [record] = records
  if (record === undefined) {
    return result(
      'missing',
      'Enter a TXT record such as v=spf1 include:spf.your-mail-provider.example ~all; your mail provider tells you its include.',
    )
  }
  if (records.length > 1) return result('wrong', 'There are several: receivers then take none. Join them into one.')
  if (/(^|\s)\+?all\b/i.test(record))
    return result('wrong', '“all” without - or ~ lets everybody send in your name. End it with ~all or -all.')
  if (!isAligned(at, domain)) {
    return result(
      'wrong',
      `Reports come back to ${at}, which is not of ${domain}: DMARC does not count this SPF. Choose a mailbox of your domain for MAIL_BOUNCES.`,
    )
  }
  return result('found', 'The record exists. Check that it names the server that sends your mail.')
}

async function dkim(domain: string, key: DkimKey | undefined, read: ReadTexts): Promise<RecordResult> {
  const at = key ? `${key.selector}._domainkey.${key.domain}` : `…._domainkey.${domain}`
  if (!key) {
    const words =
      'The portal does not sign. Where your mail provider signs for this domain, all is well; otherwise the operator sets DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE.'
    return { name: 'DKIM', state: 'unknown', at, current: null, words }
  }
  const records = await texts(read, at, /(^|;)\s*p=/i)
  const result = (state: RecordState, words: string): RecordResult => ({
    name: 'DKIM',
    state,
    at,
    current: records?.[0] ?? null,
    words,
  })
  if (records === null) return result('unknown', silent)
  const isRsa = createPrivateKey(key.privateKey).asymmetricKeyType === 'rsa'
  const publicKey = publicHalf(key.privateKey)
  const toEnter = `v=DKIM1; k=${isRsa ? 'rsa' : 'ed25519'}; p=${publicKey}`
  const [record] = records
  if (record === undefined) return result('missing', `Enter a TXT record: ${toEnter}`)
  const [, publishedKey = ''] = /(?:^|;)\s*p=([^;]*)/i.exec(record) ?? []
  if (publishedKey.replace(/\s/g, '') !== publicKey)
    return result('wrong', `It is the half of another key, so that every signature fails. Enter: ${toEnter}`)
  if (!isAligned(key.domain, domain))
    return result('wrong', `It signs for ${key.domain}, which is not of ${domain}: DMARC does not count it.`)
  return result('found', 'The record exists and matches the key that signs.')
}

/** Public half of the key, as in the DNS. */
function publicHalf(privateKey: string): string {
  const key = createPublicKey(privateKey)
  const der = key.export({ type: 'spki', format: 'der' })
  // Ed25519 records hold the bare 32 bytes (RFC 8463).
  return (key.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64')
}

/** Checks DMARC, which may also be set at a parent domain and then applies to its subdomains. */
async function dmarc(domain: string, read: ReadTexts): Promise<RecordResult> {
  const labels = domain.split('.')
  const names = labels.slice(0, -1).map((_, above) => `_dmarc.${labels.slice(above).join('.')}`)
  let at = names[0] ?? ''
  let record: string | undefined
  for (const name of names) {
    const records = await texts(read, name, /^v=DMARC1(\s|;|$)/i)
    if (records === null) return { name: 'DMARC', state: 'unknown', at, current: null, words: silent }
    if (records.length > 1) {
      return {
        name: 'DMARC',
        state: 'wrong',
        at: name,
        current: records[0] ?? null,
        words: 'There are several: receivers then take none.',
      }
    }
    record = records[0]
    if (record === undefined) continue
    at = name
    break
  }
  const result = (state: RecordState, words: string): RecordResult => ({
    name: 'DMARC',
    state,
    at,
    current: record ?? null,
    words,
  })
  if (record === undefined)
    return result('missing', `Enter a TXT record: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`)
  const [, policy] = /(?:^|;)\s*p\s*=\s*(\w+)/i.exec(record) ?? []
  if (!/^(none|quarantine|reject)$/i.test(policy ?? ''))
    return result('wrong', 'It has no policy: p=none, p=quarantine or p=reject.')
  return policy?.toLowerCase() === 'none'
    ? result(
        'found',
        'The record exists and only watches (p=none). That is enough for bulk mail; p=quarantine keeps others from sending in your name.',
      )
    : result('found', 'The record exists.')
}
