import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const keys = { before: 'the-key-of-before-0123456789abcdef', after: 'the-key-that-comes-0123456789abcdef' }

/** Loads the cookie and encryption modules as a process started with these keys would. */
async function startedWith(own: { APP_KEY: string; APP_KEY_OLD?: string; APP_KEY_NEXT?: string }) {
  vi.resetModules()
  for (const name of ['APP_KEY', 'APP_KEY_OLD', 'APP_KEY_NEXT'] as const) vi.stubEnv(name, own[name] ?? '')
  const cookies = await import('./own-cookies.server')
  return { ...cookies, ...(await import('~/services/secrets/secrets.server')) }
}

const asked = (setCookie: string) =>
  new Request('http://localhost/', { headers: { Cookie: setCookie.split(';')[0] ?? '' } })

/** Results of the second process reading a session, a ticket and an encrypted text of the first. */
async function exchange(first: Parameters<typeof startedWith>[0], second: Parameters<typeof startedWith>[0]) {
  const maker = await startedWith(first)
  const session = await maker.sessionCookieHeader('student', 'token', { lasting: false })
  const ticket = await maker.applicationTicket.header({ application: 'some application' })
  const sealed = maker.encrypt('secret', 'context')
  const reader = await startedWith(second)
  return {
    session: await reader.readSessionToken(asked(session), 'student'),
    ticket: (await reader.applicationTicket.read(asked(ticket)))?.application ?? null,
    sealed: reader.decryptOrNull(sealed, 'context'),
    key: reader.keyOfSealed(sealed, 'context'),
  }
}

const prepared = { APP_KEY: keys.before, APP_KEY_NEXT: keys.after }
const changed = { APP_KEY: keys.after, APP_KEY_OLD: keys.before }

it('accepts sessions both ways between a process that uses the next key and one that only knows it', async () => {
  expect(await exchange(changed, prepared)).toEqual({
    session: 'token',
    ticket: 'some application',
    sealed: 'secret',
    // A text encrypted with the next key is not encrypted again with the current one.
    key: 'today',
  })
  expect(await exchange(prepared, changed)).toEqual({
    session: 'token',
    sealed: 'secret',
    key: 'before',
    // A client that knew the old key could have forged the ticket.
    ticket: null,
  })
})

it('rejects everything signed or encrypted with an unknown key', async () => {
  const nothing = { session: null, ticket: null, sealed: null, key: 'neither' }
  expect(await exchange({ APP_KEY: keys.after }, { APP_KEY: keys.before })).toEqual(nothing)
  expect(await exchange({ APP_KEY: keys.before }, { APP_KEY: keys.after })).toEqual(nothing)
})
