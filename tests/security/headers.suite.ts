import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idleMinutes } from '~/models/people/accounts/sign-in/sessions.server'
import { type Answer, type RunningApp, startApp, studentCookie } from '../factories/app'
import { guardianPassword } from '../factories/guardians'
import { house, world } from '../pages/reading-house'
import { rightfulActor } from './expectations'
import type { ServedRoute } from './house'
import { policies } from './policies'
import { type Actor, staffPassword, studentPassword } from './world'

/**
 * Returns one response of every sort: documents in both modes, redirects, errors, files, and pages that the server
 * itself (door.ts) sends.
 */
async function everySort(app: RunningApp, build: string): Promise<Array<[string, Answer]>> {
  const asset = readdirSync(path.join(build, 'client', 'assets')).find((name) => name.endsWith('.css'))
  const student = world.cookies.student
  const form = { language: 'gu' }
  return [
    ['document', await app.request('/students', { cookie: student })],
    ['enhanced document', await app.request('/students', { cookie: `${student}; enhance=1` })],
    // The school has no maps key, so Google's hosts stay blocked.
    ['page of a map', await app.request('/students/transport', { cookie: `${student}; enhance=1` })],
    ['data', await app.request('/students.data', { cookie: student })],
    ['redirect to sign in', await app.request('/students/fees')],
    ['redirect after a post', await app.request('/language', { form })],
    ['not found', await app.request('/nothing/here')],
    ['missing asset', await app.request('/assets/missing.js')],
    ['foreign form', await app.request('/language', { form, headers: { 'sec-fetch-site': 'cross-site' } })],
    ['wrong form', await app.request('/language', { form: { language: 'xx' } })],
    ['asset', await app.request(`/assets/${asset}`)],
    ['public file', await app.request('/favicon.svg')],
    ['download', await app.request(`/storage/${world.own.file}`, { cookie: student })],
    ['health', await app.request('/healthz')],
  ]
}

interface AnsweredPage {
  route: ServedRoute
  answer: Answer
  /** True when the route declares that its page has a form. */
  hasForm: boolean
  isKept: boolean
}

let pagesAsked: Promise<AnsweredPage[]> | undefined

/** Returns every page as an allowed actor sees it, without redirects. The pages are requested only once. */
function everyPage(): Promise<AnsweredPage[]> {
  pagesAsked ??= (async () => {
    const found: AnsweredPage[] = []
    for (const route of house.routes.filter((one) => one.hasPage)) {
      const policy = policies[route.id]
      if (!policy || policy.get === 'nobody') continue
      const answer = await house.app.request(policy.at(world.own), { cookie: world.cookies[rightfulActor(policy.get)] })
      const handle = house.build.routes[route.id]?.module.handle as { hasForm?: boolean; isKept?: boolean } | undefined
      const { hasForm = false, isKept = false } = handle ?? {}
      if (answer.status === 200) found.push({ route, answer, hasForm, isKept })
    }
    return found
  })()
  return pagesAsked
}

describe('headers of every response', () => {
  it('restrict content, frames, referrers and browser features to what the product’s pages need', async () => {
    for (const [sort, { headers, raw }] of await everySort(house.app, house.buildDir)) {
      const policy = String(headers['content-security-policy'])
      expect(policy, sort).toMatch(/default-src '(self|none)'/)
      expect(policy, sort).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
      // A comma would mean two joined policies.
      expect(policy, sort).not.toContain(',')
      expect(policy, sort).toContain("frame-ancestors 'none'")
      expect(policy, sort).toContain("base-uri 'none'")
      expect(headers['x-content-type-options'], sort).toBe('nosniff')
      expect(headers['x-frame-options'], sort).toBe('DENY')
      expect(headers['referrer-policy'], sort).toBe('same-origin')
      expect(headers['cache-control'], sort).toBeDefined()
      if (raw.length > 0)
        expect(headers['content-type'], sort).toMatch(/^(text\/[\w-]+; ?charset=utf-8$|(?!text\/)\w+\/)/i)
      expect(headers['permissions-policy'], sort).toContain('camera=()')
      expect(headers['permissions-policy'], sort).toContain('geolocation=(self)')
      expect(headers['x-request-id'], sort).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-powered-by'], sort).toBeUndefined()
      expect(headers['strict-transport-security'], sort).toBeUndefined()
    }
  })

  it('serves only files of the client build and lists no folder', async () => {
    const beside = [
      '/.git/HEAD',
      '/.env',
      '/package.json',
      '/assets',
      '/assets/',
      '/assets/../server',
      '/server/index.js',
    ]
    for (const address of [...beside, '/..%2fpackage.json', '/assets/..%2f..%2fdone']) {
      expect((await house.app.request(address)).status, address).toBe(404)
    }
  })

  it('sends a nonce only with scripts, a new one each time', async () => {
    const ask = (cookie: string) => house.app.request('/students', { cookie })
    const light = await ask('')
    expect(light.headers['content-security-policy']).not.toContain('nonce')
    const [one, two] = [await ask('enhance=1'), await ask('enhance=1')]
    const nonceOf = (answer: Answer) => /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1]
    expect(nonceOf(one)).toMatch(/^[A-Za-z0-9+/=]{20,}$/)
    expect(nonceOf(one)).not.toBe(nonceOf(two))
    const scripts = one.text.match(/<script[^>]*>/g) ?? []
    for (const tag of scripts.filter((script) => !script.includes('src='))) {
      expect(tag).toContain(`nonce="${nonceOf(one)}"`)
    }
  })

  it('sets the cache rules: no-store for pages, no-cache for pages with forms, no store of user files, one year for hashed files', async () => {
    const cache = async (address: string) => {
      const answer = await house.app.request(address, { cookie: world.cookies.student })
      return answer.headers['cache-control']
    }
    for (const { route, answer, hasForm, isKept } of await everyPage()) {
      const isStored = hasForm || isKept
      expect(answer.headers['cache-control'], route.address).toBe(isStored ? 'private, no-cache' : 'no-store')
    }
    expect(await cache('/students.data')).toBe('no-store')
    const cookie = await studentCookie(world.own.student, 'full', idleMinutes.sharedPhone)
    const profile = await house.app.request('/students/profile', { cookie })
    expect([profile.status, profile.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(await cache(`/storage/${world.own.file}`)).toBe('private, no-store')
    const asset = readdirSync(path.join(house.buildDir, 'client', 'assets'))[0]
    expect(await cache(`/assets/${asset}`)).toBe('public, max-age=31536000, immutable')
  })

  it('marks every page with a form, so that the browser restores its input after Back', async () => {
    const wrong: string[] = []
    for (const { route, answer, hasForm } of await everyPage()) {
      const typed = answer.text.match(/<form[^>]*method="post"[\s\S]*?<\/form>/g)?.join('') ?? ''
      const canType = /<textarea|<input(?![^>]*type="(hidden|checkbox|radio|submit|search)")[^>]*>/.test(typed)
      if (canType && !hasForm) wrong.push(route.id)
    }
    expect(wrong).toEqual([])
  })
})

describe('the app behind TLS', () => {
  let secure: RunningApp
  beforeAll(async () => {
    secure = await startApp({
      databaseUrl: process.env.DATABASE_URL ?? '',
      env: { BASE_URL: 'https://shala.example.in', TRUST_PROXY: '1', DATA_DIR: house.app.dataDir },
    })
  })
  afterAll(() => secure?.stop())

  it('sends Strict-Transport-Security with every response', async () => {
    for (const [sort, { headers }] of await everySort(secure, house.buildDir)) {
      expect(headers['strict-transport-security'], sort).toBe('max-age=31536000; includeSubDomains')
    }
  })

  /** Sends a form as a browser behind TLS does; returns the response's cookies by name. */
  async function cookiesOf(address: string, form: Record<string, string>, actor: Actor = 'anonymous') {
    const host = 'shala.example.in'
    const answer = await secure.request(address, {
      form,
      cookie: world.cookies[actor].replace(/(?<=^|; )/g, '__Host-'),
      headers: { host, origin: `https://${host}`, 'x-forwarded-proto': 'https' },
    })
    expect(answer.status, address).toBe(303)
    return (answer.headers['set-cookie'] ?? []).map((one) => [one.split('=')[0] ?? '', one] as const)
  }

  it('marks every cookie as Secure, and binds all except plain preferences to this host', async () => {
    const { own, foreign, staff } = world
    const set = [
      await cookiesOf('/students/login', { email: own.student.email ?? '', password: studentPassword }),
      await cookiesOf('/school/login', { email: staff.owner.email, password: staffPassword }),
      await cookiesOf('/guardians/login', { email: own.guardian.mobileNumber ?? '', password: guardianPassword }),
      await cookiesOf('/guardians/login', { email: foreign.guardian.mobileNumber ?? '', password: guardianPassword }),
      await cookiesOf('/language', { language: 'gu' }),
      await cookiesOf('/data-saver', { saver: 'on' }),
      await cookiesOf('/data-saver', { saver: 'off' }),
      await cookiesOf('/guardians/account/language', { language: 'en' }, 'guardian at another school'),
      await cookiesOf(`/guardians/children/${foreign.student.publicId}`, { to: 'fees' }, 'guardian at another school'),
      await cookiesOf('/students/logout', {}),
      await cookiesOf('/school/logout', {}),
      await cookiesOf('/guardians/logout', {}),
    ].flat()
    const preferences = ['lang', 'saver']
    const bound = ['cart', 'device', 'guardian', 'school', 'student', 'toast', 'whose-guardian'].map(
      (name) => `__Host-${name}`,
    )
    expect([...new Set(set.map(([name]) => name))].sort()).toEqual([...bound, ...preferences])
    for (const [name, one] of set) {
      expect(one).toMatch(/; Secure(;|$)/)
      expect(one).toMatch(/; SameSite=Lax(;|$)/)
      expect(one).toMatch(/; Path=\/(;|$)/)
      expect(one).not.toMatch(/; Domain=/i)
      if (!preferences.includes(name)) expect(one).toMatch(/; HttpOnly(;|$)/)
    }
  })
})

it.runIf(policies['routes/students+/login'])(
  'stores only a random id in a session cookie, out of reach of scripts',
  async () => {
    const { student } = world.own
    const answer = await house.app.request('/students/login', {
      form: { email: student.email ?? '', password: studentPassword },
    })
    const cookie = answer.headers['set-cookie']?.find((one) => one.startsWith('student='))
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    const [value = ''] = decodeURIComponent(cookie?.split(';')[0]?.slice('student='.length) ?? '').split('.')
    expect(JSON.parse(Buffer.from(value, 'base64').toString())).toMatch(/^[A-Za-z0-9_-]{43}$/)
  },
)
