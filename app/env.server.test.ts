import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const database = 'mysql://shala@127.0.0.1/shala'
const key = 'f3Zk9qLw0pXs7TbVn2RyCd5JhGm8UaEo'

async function settings(given: Record<string, string>) {
  for (const name of [
    'APP_MODE',
    'APP_KEY',
    'APP_KEY_FILE',
    'APP_KEY_NEXT',
    'APP_KEY_OLD',
    'BASE_URL',
    'CREDENTIALS_DIRECTORY',
    'DATABASE_URL_FILE',
    'DATA_DIR',
    'DATABASE_CA',
    'DATABASE_URL',
    'MAIL_FROM',
    'OPERATOR_TOKEN',
    'PAYMENT_API_URL',
    'PORT',
    'SMTP_URL',
    'STORAGE_URL',
  ]) {
    vi.stubEnv(name, given[name] ?? '')
  }
  return (await import('./env.server')).env()
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

it('names in one error all invalid settings and all missing ones that production requires', async () => {
  const told = await settings({ APP_MODE: 'production', PORT: 'abc' }).catch((error: Error) =>
    error.message.split('\n'),
  )
  expect(told).toEqual([
    'The settings are wrong:',
    expect.stringMatching(/^- PORT: /),
    expect.stringMatching(/^- DATABASE_URL is missing/),
    '- APP_KEY is required in production',
    '- BASE_URL is required in production',
    '- DATA_DIR is required in production: the folder of the files',
  ])
})

it('refuses the payment sandbox in production, and a short key anywhere', async () => {
  const whole = { APP_KEY: key, BASE_URL: 'https://shala.test', DATABASE_URL: database }
  await expect(settings({ ...whole, APP_MODE: 'production', PAYMENT_API_URL: 'http://127.0.0.1:1' })).rejects.toThrow(
    'production refuses it',
  )
  await expect(settings({ DATABASE_URL: database, APP_KEY: 'short' })).rejects.toThrow(
    'APP_KEY must have 32 characters',
  )
})

it('refuses a guessable key and an unencrypted URL in production', async () => {
  const whole = {
    APP_MODE: 'production',
    APP_KEY: key,
    BASE_URL: 'https://shala.test',
    DATABASE_URL: database,
    DATA_DIR: '/var/lib/shala',
  }
  const told = (given: Record<string, string>) => {
    vi.resetModules()
    return settings({ ...whole, ...given }).then(
      () => 'taken',
      (error: Error) => error.message,
    )
  }
  expect(await told({ APP_KEY: 'a'.repeat(32) })).toContain('APP_KEY can be guessed')
  expect(await told({ OPERATOR_TOKEN: 'ab'.repeat(16) })).toContain('OPERATOR_TOKEN can be guessed')
  expect(await told({ APP_KEY_OLD: key })).toContain('APP_KEY_OLD is the same as APP_KEY')
  expect(await told({ APP_KEY_OLD: 'short' })).toContain('APP_KEY_OLD must be the whole previous APP_KEY')
  const away = { DATABASE_CA: import.meta.filename, DATABASE_URL: 'mysql://shala@10.0.0.7/shala' }
  expect(await told(away)).toContain('DATABASE_URL must contain the name of the server')
  expect(await told({ ...away, DATABASE_URL: 'mysql://shala@db.school.in/shala' })).toBe('taken')
  expect(await told({ SMTP_URL: 'smtp://shala:a/b#c@mail.school.in:587' })).toContain('percent-encoded')
  expect(await told({ BASE_URL: 'http://shala.test' })).toContain('BASE_URL must begin with https://')
  expect(await told({ BASE_URL: 'http://localhost:3000' })).toBe('taken')
  expect(await told({ DATA_DIR: '' })).toContain('DATA_DIR is required')
  expect(await told({ DATA_DIR: '', STORAGE_URL: 's3://key:secret@store.test/files' })).toBe('taken')
  expect(await told({ MAIL_FROM: '"Shala <no-reply@school.in>"' })).toContain('MAIL_FROM is in quotes')
})

it('treats an empty value as unset, and drops the trailing slash of a URL', async () => {
  const own = await settings({ DATABASE_URL: database, PORT: '3100' })
  expect(own).toMatchObject({ APP_MODE: 'demo', BASE_URL: 'http://localhost:3100' })
  vi.resetModules()
  const given = { APP_MODE: 'production', APP_KEY: key, DATABASE_URL: database, DATA_DIR: '/var/lib/shala' }
  expect((await settings({ ...given, BASE_URL: 'https://shala.test/' })).BASE_URL).toBe('https://shala.test')
})

it('reads secrets from files that a setting names or systemd provides, and names an unreadable file', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-credentials-'))
  try {
    const file = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text)
      return path.join(folder, name)
    }
    const whole = { APP_MODE: 'production', BASE_URL: 'https://shala.test', DATA_DIR: '/var/lib/shala' }
    const byName = { APP_KEY_FILE: file('key', `${key}\n`), DATABASE_URL_FILE: file('url', `${database}\n`) }
    expect(await settings({ ...whole, ...byName })).toMatchObject({ APP_KEY: key, DATABASE_URL: database })
    vi.resetModules()
    await expect(settings({ ...whole, ...byName, APP_KEY: key })).rejects.toThrow('APP_KEY is set twice')
    vi.resetModules()
    const gone = { ...byName, APP_KEY_FILE: path.join(folder, 'gone') }
    await expect(settings({ ...whole, ...gone })).rejects.toThrow('APP_KEY_FILE must be a file')
    vi.resetModules()
    // An empty file counts as no key.
    const empty = { ...byName, APP_KEY_FILE: file('empty', '\n') }
    await expect(settings({ ...whole, ...empty })).rejects.toThrow('APP_KEY is required in production')
    vi.resetModules()
    file('app-key', key)
    file('database-url', database)
    const given = { ...whole, CREDENTIALS_DIRECTORY: folder }
    expect(await settings(given)).toMatchObject({ APP_KEY: key, DATABASE_URL: database })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
