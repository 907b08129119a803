import http from 'node:http'
import { CookieJar } from 'tough-cookie'

/** Sends requests with the headers of a phone's browser and the cookies of one user. */
export class Network {
  readonly jar = new CookieJar(undefined, { rejectPublicSuffixes: false, allowSpecialUseDomain: true })

  constructor(readonly userAgent: string) {}

  /** Sends one request without following redirects. */
  send({ url, method, headers, body }: Sent): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = http.request(url, { method, headers, agent }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          for (const cookie of response.headers['set-cookie'] ?? []) {
            this.jar.setCookieSync(cookie, url, { ignoreError: true })
          }
          resolve({ url, status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  /** Loads a page as a browser does: hop by hop, with referrer and fetch metadata. */
  async navigate(asked: Navigation): Promise<Answer> {
    let { url, method, body } = asked
    let site: Site = asked.from ? 'same-origin' : 'none'
    let referrer: string | undefined = asked.from?.url
    const lasting = new URL(url).hash
    for (let hop = 0; hop < 20; hop++) {
      if (asked.from) site = further(site, siteOf(asked.from.url, url))
      // Never restores a referrer that an earlier hop has dropped.
      referrer = asked.from && referrer ? referrerOf(asked.from, url) : ''
      const isOpen = site === 'same-origin' || site === 'same-site' || site === 'none'
      const cookie = this.jar.getCookieStringSync(url, {
        sameSiteContext: isOpen ? 'strict' : method === 'GET' ? 'lax' : 'none',
      })
      const answer = await this.send({
        url,
        method,
        ...(body ? { body } : {}),
        headers: {
          'User-Agent': this.userAgent,
          Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
          'Accept-Language': 'en-IN',
          'Upgrade-Insecure-Requests': '1',
          'Sec-Fetch-Site': site,
          'Sec-Fetch-Mode': 'navigate',
          'Sec-Fetch-Dest': 'document',
          ...(asked.isByItself ? {} : { 'Sec-Fetch-User': '?1' }),
          ...(asked.isReload || asked.method === 'POST' ? { 'Cache-Control': 'max-age=0' } : {}),
          ...(method === 'POST' && asked.from ? { Origin: originOf(asked.from, url, site) } : {}),
          ...(body ? { 'Content-Type': asked.contentType ?? '', 'Content-Length': String(body.length) } : {}),
          ...(method === 'POST' && !body ? { 'Content-Length': '0' } : {}),
          ...(referrer ? { Referer: referrer } : {}),
          ...(cookie ? { Cookie: cookie } : {}),
        },
      })
      const { location } = answer.headers
      if (!location || ![301, 302, 303, 307, 308].includes(answer.status)) return answer
      const next = new URL(location, url)
      if (!next.hash) next.hash = lasting
      url = next.href
      // Redirects 301 to 303 turn a POST into a GET.
      if (method === 'POST' && answer.status < 307) {
        method = 'GET'
        body = undefined
      }
    }
    throw new Error(`Too many redirects from ${asked.url}`)
  }
}

export interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body?: Buffer
}

export interface Answer {
  url: string
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface Navigation {
  url: string
  method: 'GET' | 'POST'
  body?: Buffer | undefined
  contentType?: string | undefined
  /** Requesting page; undefined for an address typed by the user. */
  from?: { url: string; referrerPolicy: string } | undefined
  /** Automatic request by the page's Refresh header, without a user action. */
  isByItself?: boolean
  isReload?: boolean
}

type Site = 'none' | 'same-origin' | 'same-site' | 'cross-site'

// Drops idle connections after 3 s, because the sandbox or the portal may close them first.
const agent = new http.Agent({ keepAlive: true, timeout: 3000 })

const order: Site[] = ['none', 'same-origin', 'same-site', 'cross-site']

/** Returns the least related site of a chain of redirects. */
function further(one: Site, other: Site): Site {
  return order.indexOf(one) > order.indexOf(other) ? one : other
}

function siteOf(from: string, to: string): Site {
  const [source, target] = [new URL(from), new URL(to)]
  if (source.origin === target.origin) return 'same-origin'
  // Ignores registrable domains (a.example.org and b.example.org): all test servers have one address.
  return source.hostname === target.hostname && source.protocol === target.protocol ? 'same-site' : 'cross-site'
}

function referrerOf({ url, referrerPolicy }: NonNullable<Navigation['from']>, to: string): string {
  const source = new URL(url)
  source.hash = ''
  const isSame = source.origin === new URL(to).origin
  if (referrerPolicy === 'no-referrer') return ''
  if (referrerPolicy === 'same-origin') return isSame ? source.href : ''
  return isSame ? source.href : `${source.origin}/`
}

/** Returns the Origin header of a form; `null` when the page's policy or a foreign server on the way withholds it. */
function originOf({ url, referrerPolicy }: NonNullable<Navigation['from']>, to: string, site: Site): string {
  const { origin } = new URL(url)
  if (referrerPolicy === 'no-referrer') return 'null'
  if (referrerPolicy === 'same-origin' && origin !== new URL(to).origin) return 'null'
  return site !== 'same-origin' && origin === new URL(to).origin ? 'null' : origin
}
