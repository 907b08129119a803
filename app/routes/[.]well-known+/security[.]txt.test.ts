import { afterEach, expect, it, vi } from 'vitest'

async function ask(settings: Record<string, string>): Promise<Response> {
  vi.resetModules()
  vi.stubEnv('SECURITY_CONTACT', '')
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const { loader } = await import('./security[.]txt')
  try {
    return loader()
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

it('returns the security contact in the format of RFC 9116, valid for 180 days', async () => {
  vi.useFakeTimers({ now: new Date('2027-11-30T23:59:00+05:30'), toFake: ['Date'] })
  const settings = { SECURITY_CONTACT: 'mailto:security@school.example', BASE_URL: 'https://portal.school.example' }
  const answer = await ask(settings)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe(
    [
      'Contact: mailto:security@school.example',
      'Expires: 2028-05-28T00:00:00.000Z',
      'Preferred-Languages: en, hi, gu',
      'Canonical: https://portal.school.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

it('returns 404 without a security contact', async () => {
  expect((await ask({})).status).toBe(404)
})

it.each(['security@school.example', 'http://school.example', 'mailto:nobody', 'mailto:a@b.in\nPolicy: https://x.in'])(
  'refuses a contact that is not a valid mailto, https or tel URI: %j',
  async (contact) => {
    await expect(ask({ SECURITY_CONTACT: contact })).rejects.toThrow('SECURITY_CONTACT must be')
  },
)
