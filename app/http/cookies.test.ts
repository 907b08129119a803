import { afterEach, describe, expect, it, vi } from 'vitest'

/** Set-Cookie headers of every signed cookie, for a browser that reached the portal at this address. */
async function cookiesAt(address: string): Promise<string[]> {
  vi.resetModules()
  vi.stubEnv('BASE_URL', address)
  const { sessionCookieHeader, deviceCookieHeader, signInTicket, applicationTicket } = await import(
    './own-cookies.server'
  )
  const { cartHeader } = await import('./cart.server')
  const { redirectWithToast } = await import('./toast.server')
  const toast = await redirectWithToast('/students', { type: 'success', title: 'Saved' })
  return [
    await sessionCookieHeader('student', 'token', { lasting: false }),
    await sessionCookieHeader('school', 'token', { lasting: true }),
    await deviceCookieHeader('token'),
    await signInTicket.header({ accounts: [], applications: [], shared: false, redirectTo: '/students' }),
    await applicationTicket.header({ application: 'application' }),
    (await cartHeader({ school: null, lines: [] }))['Set-Cookie'],
    ...toast.headers.getSetCookie(),
  ]
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

it('marks plain preference cookies as Secure when the portal uses TLS', async () => {
  for (const [address, isSecure] of [
    ['https://portal.school.example', true],
    ['http://localhost:3000', false],
  ] as const) {
    vi.resetModules()
    vi.stubEnv('BASE_URL', address)
    const { languageCookieHeader, dataSaverCookieHeader } = await import('./own-cookies.server')
    const cookies = [languageCookieHeader('gu'), dataSaverCookieHeader(true), dataSaverCookieHeader(false)]
    for (const cookie of cookies) expect(/; Secure(;|$)/.test(cookie), cookie).toBe(isSecure)
  }
})

it('under TLS, hides every signed cookie from scripts and restricts it to this host', async () => {
  const cookies = await cookiesAt('https://portal.school.example')
  expect(cookies).toHaveLength(7)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-/)
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).not.toMatch(/; Domain=/i)
  }
})

it('deletes the cart cookie under its current name on sign-out', async () => {
  await cookiesAt('https://portal.school.example')
  const { signOut } = await import('./account-pages.server')
  const answer = await signOut(new Request('https://portal.school.example/students/logout'), 'student')
  const gone = answer.headers.getSetCookie().filter((cookie) => /; Max-Age=0/.test(cookie))
  expect(gone.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-student', '__Host-cart'])
  for (const cookie of gone) expect(cookie).toMatch(/; Secure/)
})

it('uses cookie names without prefix when TLS is off, since a browser would refuse prefixed ones', async () => {
  for (const cookie of await cookiesAt('http://localhost:3000')) expect(cookie).not.toMatch(/^__|; Secure/)
})

describe('a signed ticket between two requests', () => {
  const input = { accounts: ['a'], applications: [], shared: false, redirectTo: '/students' }
  const withCookie = (cookie: string) => new Request('http://localhost:3000/', { headers: { cookie } })
  const bare = (header: string) => header.split(';')[0] ?? ''

  it('is accepted within five minutes, and refused when expired or changed', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] })
    const { signInTicket } = await import('./own-cookies.server')
    const cookie = bare(await signInTicket.header(input))
    vi.setSystemTime(299_000)
    expect(await signInTicket.read(withCookie(cookie))).toMatchObject(input)
    for (let place = cookie.indexOf('=') + 1; place < cookie.length - 1; place++) {
      const changed = cookie.slice(0, place) + (cookie[place] === 'A' ? 'B' : 'A') + cookie.slice(place + 1)
      if (changed !== cookie) expect(await signInTicket.read(withCookie(changed)), changed).toBeNull()
    }
    vi.setSystemTime(301_000)
    expect(await signInTicket.read(withCookie(cookie))).toBeNull()
  })

  it('is refused for another purpose, although the portal signed it', async () => {
    const { deviceCookieHeader } = await import('./own-cookies.server')
    const { readSessionToken, sessionCookieHeader } = await import('./own-cookies.server')
    const asStudent = (header: string) => withCookie(`student=${bare(header).split('=').slice(1).join('=')}`)
    expect(
      await readSessionToken(asStudent(await sessionCookieHeader('student', 't', { lasting: false })), 'student'),
    ).toBe('t')
    expect(
      await readSessionToken(asStudent(await sessionCookieHeader('school', 't', { lasting: false })), 'student'),
    ).toBeNull()
    expect(await readSessionToken(asStudent(await deviceCookieHeader('t')), 'student')).toBeNull()
  })
})
