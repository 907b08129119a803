import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const database = 'mysql://shala@127.0.0.1/shala'

async function settings(given: Record<string, string>) {
  for (const name of ['APP_MODE', 'APP_KEY', 'BASE_URL', 'DATABASE_URL', 'PAYMENT_API_URL', 'PORT']) {
    vi.stubEnv(name, given[name] ?? '')
  }
  return (await import('./env.server')).env()
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

it('tells at once all that is wrong and all that production misses, each by its name', async () => {
  const told = await settings({ APP_MODE: 'production', PORT: 'abc' }).catch((error: Error) =>
    error.message.split('\n'),
  )
  expect(told).toEqual([
    'The settings are wrong:',
    expect.stringMatching(/^- PORT: /),
    expect.stringMatching(/^- DATABASE_URL is missing/),
    '- APP_KEY is required in production',
    '- BASE_URL is required in production',
  ])
})

it('refuses the payment sandbox in production, and a short key anywhere', async () => {
  const whole = { APP_KEY: 'k'.repeat(32), BASE_URL: 'https://shala.test', DATABASE_URL: database }
  await expect(settings({ ...whole, APP_MODE: 'production', PAYMENT_API_URL: 'http://127.0.0.1:1' })).rejects.toThrow(
    'production refuses it',
  )
  await expect(settings({ DATABASE_URL: database, APP_KEY: 'short' })).rejects.toThrow(
    'APP_KEY must have 32 characters',
  )
})

it('takes an empty value for one that is not set, and drops the slash behind an address', async () => {
  const own = await settings({ DATABASE_URL: database, PORT: '3100' })
  expect(own).toMatchObject({ APP_MODE: 'demo', BASE_URL: 'http://localhost:3100' })
  vi.resetModules()
  const given = { APP_MODE: 'production', APP_KEY: 'k'.repeat(32), DATABASE_URL: database }
  expect((await settings({ ...given, BASE_URL: 'https://shala.test/' })).BASE_URL).toBe('https://shala.test')
})
