import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patience } from '../../tests/setup/slowness'
import { birthOf, root } from '../processes.mjs'
import { endLeftOvers, noteProcess, runStep, twoAtATime } from './steps.mjs'

const HOUR_MS = 3_600_000
const node = (program: string) => [process.execPath, '-e', program]
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shala-steps-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a process that leads a group and runs until it is killed. */
async function startIdle() {
  const child = spawn(process.execPath, ['-e', "console.log('up'); setInterval(() => {}, 1000)"], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, ended: once(child, 'exit'), kill: () => child.kill('SIGKILL') }
}

describe('endLeftOvers', () => {
  it('ends the processes of a run whose own process is gone', async () => {
    const [gate, leftOver] = [await startIdle(), await startIdle()]
    noteProcess(leftOver.pid, { folder, gate: gate.pid })
    gate.kill()
    await gate.ended
    endLeftOvers(folder)
    expect((await leftOver.ended)[1]).toBe('SIGKILL')
    expect(readdirSync(folder)).toEqual([])
  })

  it('does not end the processes of a running gate', async () => {
    const step = await startIdle()
    const forget = noteProcess(step.pid, { folder })
    endLeftOvers(folder)
    expect(birthOf(step.pid)).not.toBeNull()
    forget()
    expect(readdirSync(folder)).toEqual([])
    step.kill()
    await step.ended
  })

  it('ignores a recorded process that has already ended', async () => {
    const [gate, other] = [await startIdle(), await startIdle()]
    noteProcess(other.pid, { folder, gate: gate.pid })
    gate.kill()
    other.kill()
    await Promise.all([gate.ended, other.ended])
    expect(() => endLeftOvers(folder)).not.toThrow()
  })
})

/** Gate with two steps; the process of the first and its child process ignore SIGTERM. */
const gate = `
  import { endEverything, endLeftOvers, runStep } from './scripts/gate/steps.mjs'
  process.on('SIGTERM', () => endEverything('SIGTERM', async () => console.log('the database is closed')))
  endLeftOvers()
  if (process.argv[1] === 'next') process.exit(0)
  const child = "process.on('SIGTERM', () => {}); console.log('pid ' + process.pid); setInterval(() => {}, 1000)"
  const step = "require('child_process').spawn(process.execPath, ['-e', process.argv[1]], { stdio: 'inherit' }); " + child
  await runStep({ name: 'first', command: [process.execPath, '-e', step, child], stream: true, limit: 3_600_000 })
  await runStep({ name: 'second', command: [process.execPath, '-v'], stream: true, limit: 3_600_000 })`

/** Starts the gate in a copy of the scripts, and waits for both processes of its first step. */
async function startGate() {
  for (const name of ['scripts', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
  const words = ['--input-type=module', '-e', gate]
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const pids = () => [...said.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid))
  await expect.poll(pids).toHaveLength(2)
  return { child, pids, ended: once(child, 'close'), said: () => said, words }
}

describe('a gate', () => {
  it('ends all processes of its steps, its database and itself when it gets a signal', async () => {
    const { child, pids, ended, said } = await startGate()
    child.kill('SIGTERM')
    expect(await ended).toEqual([1, null])
    for (const pid of pids()) await expect.poll(() => birthOf(pid)).toBeNull()
    expect(said()).toContain('SIGTERM: stopping the tests.')
    expect(said()).toContain('the database is closed')
    expect(said()).not.toContain('second')
    expect(readdirSync(join(folder, '.cache/gate-processes'))).toEqual([])
  })

  it('before its first step, ends the processes that a killed gate left behind', async () => {
    const { child, pids, said, words } = await startGate()
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (const pid of pids()) expect(birthOf(pid)).not.toBeNull()
    const next = spawnSync(process.execPath, [...words, 'next'], { cwd: folder, encoding: 'utf8' })
    expect(next.stdout).toMatch(/^Ending process \d+, which an aborted run left behind\.$/m)
    for (const pid of pids()) await expect.poll(() => birthOf(pid)).toBeNull()
    expect(said()).not.toContain('second')
  })
})

describe('runStep', () => {
  it('returns the exit code and the output', async () => {
    const program = "console.log('out'); console.error('err'); process.exitCode = 77"
    const { code, output } = await runStep({ name: 'a step', command: node(program), limit: HOUR_MS })
    expect(code).toBe(77)
    expect(output.split('\n').filter(Boolean).sort()).toEqual(['err', 'out'])
  })

  it('stops a step that takes longer than its limit', async () => {
    const step = { name: 'a step', command: node('setInterval(() => {}, 1000)'), limit: 300 }
    expect(await runStep(step)).toMatchObject({ code: 1, output: expect.stringContaining('took longer') })
  })

  it('stops a step with streamed output only when it prints nothing for the whole limit', async () => {
    const prints = 'let times = 0; setInterval(() => { console.log(times); if (++times > 20) process.exit(0) }, 100)'
    const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const step = { name: 'a step', stream: true, limit: 1500 }
    expect(await runStep({ ...step, command: node(prints) })).toMatchObject({ code: 0 })
    expect(await runStep({ ...step, command: node('setInterval(() => {}, 1000)') })).toMatchObject({
      code: 1,
      output: expect.stringContaining('printed nothing for'),
    })
    shown.mockRestore()
  })

  it('stops a step that never stops printing, with all its processes, and names it', async () => {
    const prints = 'setInterval(() => console.log(process.pid), 20)'
    const program = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(prints)}], { stdio: 'inherit' });
      ${prints}`
    let shown = ''
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      shown += text
      return true
    })
    const step = { name: 'endless', stream: true, limit: HOUR_MS, maxMs: 1500 }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const end = runStep({ ...step, command: node(program) })
    // Move the clock past the limit only after both processes have printed.
    const pids = () => [...new Set(shown.match(/^\d+(?=\n)/gm))].map(Number)
    await expect.poll(pids).toHaveLength(2)
    vi.advanceTimersByTime(patience(step.maxMs))
    vi.useRealTimers()
    const { code, output } = await end
    write.mockRestore()
    expect([code, output]).toEqual([1, expect.stringContaining('"endless" did not end within')])
    expect(pids()).toHaveLength(2)
    for (const pid of pids()) await expect.poll(() => birthOf(pid)).toBeNull()
  })

  it('multiplies its limits by the slowness of the machine', async () => {
    const command = node('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)')
    const step = { name: 'a step', command, limit: 100, env: { ...process.env, TEST_SLOWNESS: '1000' } }
    expect(await runStep(step)).toMatchObject({ code: 0 })
  })

  it('ends child processes that a step left running', async () => {
    const mark = join(folder, 'pid')
    const child = "require('fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)"
    const program = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}, ${JSON.stringify(mark)}], { stdio: 'ignore' });
      setInterval(() => require('fs').existsSync(${JSON.stringify(mark)}) && process.exit(0), 20)`
    await runStep({ name: 'a step', command: node(program), limit: HOUR_MS })
    expect(existsSync(mark)).toBe(true)
    const pid = Number(readFileSync(mark, 'utf8'))
    await expect.poll(() => birthOf(pid)).toBeNull()
  })
})

describe('twoAtATime', () => {
  it('starts the items in order, at most two at a time', async () => {
    const started: number[] = []
    let running = 0
    await twoAtATime([1, 2, 3, 4, 5], async (item: number) => {
      started.push(item)
      running += 1
      expect(running).toBeLessThanOrEqual(2)
      await new Promise(setImmediate)
      running -= 1
    })
    expect(started).toEqual([1, 2, 3, 4, 5])
  })
})
