import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patience } from '../../tests/setup/slowness'
import { notifyReady } from './notify.server'

let folder: string
const said = () => path.join(folder, 'said')

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shala-notify-'))
  const program = path.join(folder, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$@" > ${said()}.part && mv ${said()}.part ${said()}\n`)
  chmodSync(program, 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it('notifies the service manager only once the process serves, even if earlier checks failed', async () => {
  vi.stubEnv('NOTIFY_SOCKET', '/run/nobody')
  const answers = [() => Promise.reject(new Error('not there yet')), () => Promise.resolve(false)]
  let asked = 0
  await notifyReady(() => {
    asked += 1
    expect(existsSync(said())).toBe(false)
    return (answers.shift() ?? (() => Promise.resolve(true)))()
  })
  expect(asked).toBe(3)
  await vi.waitFor(() => expect(readFileSync(said(), 'utf8')).toBe('--ready\n'), { timeout: patience(10_000) })
})

it('does not check readiness when no service manager waits', async () => {
  vi.stubEnv('NOTIFY_SOCKET', '')
  const isReady = vi.fn(() => Promise.resolve(true))
  await notifyReady(isReady)
  expect(isReady).not.toHaveBeenCalled()
})
