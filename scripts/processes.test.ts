import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { patience } from '../tests/setup/slowness'
import { birthOf, portTrouble, readLock, rememberedPort, root, takeLock } from './processes.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shala-processes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('takeLock', () => {
  it('grants the lock to one holder, shows the holder’s data to others, and grants the lock again after its release', () => {
    const file = path.join(folder, 'lock')
    const first = takeLock(file, { address: 'http://localhost:3000' })
    expect(takeLock(file).holder).toMatchObject({ pid: process.pid, address: 'http://localhost:3000' })
    first.update?.({ state: 'stopping' })
    expect(readLock(file)).toMatchObject({ state: 'stopping', address: 'http://localhost:3000' })
    first.release?.()
    expect(takeLock(file).release).toBeTypeOf('function')
  })

  it.each([
    ['a process that is gone', { pid: 999_999_999, born: '1' }],
    ['a number that another program has now', { pid: process.pid, born: 'long ago' }],
  ])('takes over the lock of %s', (_, stale) => {
    const file = path.join(folder, 'lock')
    writeFileSync(file, JSON.stringify(stale))
    expect(readLock(file)).toBeNull()
    expect(takeLock(file).release).toBeTypeOf('function')
  })

  it('takes over a damaged lock', () => {
    const file = path.join(folder, 'lock')
    writeFileSync(file, 'not a lock')
    expect(takeLock(file).release).toBeTypeOf('function')
  })
})

describe('rememberedPort', () => {
  it('returns the same port at each start, and another one when a program listens on that port', async () => {
    const port = await rememberedPort(folder, 'sandbox')
    expect(await rememberedPort(folder, 'sandbox')).toBe(port)
    const other = createServer()
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done))
    expect(await portTrouble(port, '0.0.0.0')).toBe('EADDRINUSE')
    expect(await rememberedPort(folder, 'sandbox')).not.toBe(port)
    await new Promise((done) => other.close(done))
  })
})

describe('birthOf', () => {
  it('returns a value for a running process and null for an unknown pid', () => {
    expect(birthOf(process.pid)).toBeTypeOf('string')
    expect(birthOf(999_999_999)).toBeNull()
    expect(birthOf(Number.NaN)).toBeNull()
  })
})

describe('interruptPrograms', () => {
  it('ends the running program and prevents later ones', async () => {
    const [begun, note] = [path.join(folder, 'begun'), path.join(folder, 'note')]
    // In a separate process, because the stop affects everything that a process runs later.
    const code = `
      import { existsSync } from 'node:fs'
      import { interruptPrograms, runProgram } from '${path.join(root, 'scripts/processes.mjs')}'
      const [begun, note] = process.argv.slice(1)
      const look = setInterval(() => {
        if (!existsSync(begun)) return
        clearInterval(look)
        interruptPrograms()
      }, 20)
      const tried = [await runProgram('sh', ['-c', 'touch "$0" && exec sleep 60', begun]).catch((error) => error.message)]
      tried.push(await runProgram('touch', [note]).catch((error) => error.message))
      console.log(tried.join())`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, begun, note], {
      timeout: patience(20_000),
    })
    expect(stdout.trim()).toBe('Stopped.,Stopped.')
    expect(existsSync(note)).toBe(false)
  })
})
