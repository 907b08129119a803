import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { merchant } from '../tests/factories/sandbox-calls'
import { createSandbox } from './server'

const root = join(import.meta.dirname, '..')
let folder: string
let bundle: string

beforeAll(async () => {
  // The folder is inside the project, so that the bundle finds its external packages.
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache', 'sandbox-test-'))
  bundle = join(folder, 'sandbox.mjs')
  await build({
    entryPoints: [join(root, 'sandbox/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: bundle,
    logLevel: 'error',
  })
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  vi.unstubAllEnvs()
})

function launch(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [bundle], { env: { ...process.env, APP_MODE: '', ...env }, stdio: 'pipe' })
}

async function firstWords(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (!stream) throw new Error('There is no output to read.')
  const [chunk] = await once(stream, 'data')
  return String(chunk)
}

describe('the sandbox as a separate program', () => {
  it('prints its address in one line, serves its merchants, and stops on SIGTERM', async () => {
    const child = launch({ SANDBOX_MERCHANTS: JSON.stringify([merchant]) })
    const line = await firstWords(child.stdout)
    expect(line).toMatch(/^payment sandbox listening on http:\/\/127\.0\.0\.1:\d+\n$/)
    const url = line.trim().split(' ').at(-1)
    const credentials = Buffer.from(`${merchant.key_id}:${merchant.key_secret}`).toString('base64')
    const answer = await fetch(`${url}/v1/payments`, { headers: { authorization: `Basic ${credentials}` } })
    expect(answer.status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it.each([
    [{ APP_MODE: 'production' }, 'The payment sandbox does not run in production.'],
    [{ SANDBOX_PORT: 'many' }, 'SANDBOX_PORT takes a port number.'],
    [{ SANDBOX_MERCHANTS: '{}' }, 'SANDBOX_MERCHANTS takes a JSON list.'],
    [{ SANDBOX_MERCHANTS: '[{"key_id":"rzp_test_a"}]' }, 'key_secret is missing.'],
  ])('refuses to start with %j', async (env, sentence) => {
    const child = launch(env as Record<string, string>)
    const [words, [code]] = await Promise.all([firstWords(child.stderr), once(child, 'exit')])
    expect(words).toContain(sentence)
    expect(code).toBe(1)
  })

  it('refuses to run in production also when another program starts it', async () => {
    vi.stubEnv('APP_MODE', 'production')
    await expect(createSandbox()).rejects.toThrow('does not run in production')
  })
})
