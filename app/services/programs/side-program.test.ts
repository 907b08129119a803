import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramTrouble, SideProgram } from './side-program.server'

/** Source of the test program. The word in a request selects what the program does. */
const source = `
import { readdirSync, readFileSync } from 'node:fs'
import { serveRequests } from './app/services/programs/answer-questions.server'
// Without the name of the thread, which may hold spaces, the rank is the 17th field.
const rankOf = (thread) => readFileSync('/proc/self/task/' + thread + '/stat', 'latin1').split(') ').at(-1).split(' ')[16]
const kept = []
const eat = {
  objects: () => { for (;;) kept.push({ number: kept.length }) },
  strings: () => { for (;;) kept.push('text '.repeat(100) + kept.length) },
  'small arrays': () => { for (;;) kept.push(new Array(100).fill(kept.length)) },
  arrays: () => { for (;;) kept.push(new Array(1000).fill(kept.length)) },
  'one array': () => new Array(100_000_000).fill(1),
  buffers: () => { for (;;) kept.push(Buffer.alloc(1_000_000, 1)) },
}
serveRequests(async (word) => {
  if (word === 'throw') throw new TypeError('nothing of this kind')
  if (word === 'hang') for (;;);
  if (word === 'leave') process.exit()
  if (word === 'settings') return { pid: process.pid, word: Object.keys(process.env).join() }
  if (word === 'ranks') return { pid: process.pid, word: [...new Set(readdirSync('/proc/self/task').map(rankOf))].join() }
  eat[word]?.()
  return { pid: process.pid, word }
})
`
const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-programs-'))
const program = path.join(folder, 'answers.mjs')
const broken = path.join(folder, 'broken.mjs')
const slow = path.join(folder, 'slow.mjs')
const endless = path.join(folder, 'endless.mjs')
const early = path.join(folder, 'early.mjs')
const lowRank = String(Math.min(os.getPriority() + 10, 19))
/** Resets all threads to the parent's priority, as if they had started before the parent lowered it. Needs root. */
const raiseThreads = `
import { readdirSync } from 'node:fs'
import os from 'node:os'
try { for (const thread of readdirSync('/proc/self/task')) os.setPriority(Number(thread), ${os.getPriority()}) } catch {}
await import('./answers.mjs')`
beforeAll(async () => {
  const stdin = { contents: source, resolveDir: process.cwd(), loader: 'ts' as const }
  await build({ stdin, outfile: program, bundle: true, format: 'esm', platform: 'node' })
  writeFileSync(slow, "const end = Date.now() + 3_000; while (Date.now() < end); await import('./answers.mjs')")
  writeFileSync(endless, 'for (;;);')
  writeFileSync(early, raiseThreads)
  writeFileSync(broken, "throw new Error('broken before it began')")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = { pid: number; word: string }
const staying = (terms = {}) => new SideProgram<string, Answer>(program, { heapMegabytes: 32, stays: true, ...terms })
const soon = { seconds: 60 }
const troubleOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (error: ProgramTrouble) => error.code,
  )
const of = (owner: string) => ({ ...soon, turn: { owner, group: null } })

describe('SideProgram', () => {
  it('answers in order: from one process with `stays`, otherwise from a new process for each request', async () => {
    const one = staying()
    const answers = await Promise.all(['a', 'b', 'c'].map((word) => one.ask(word, soon)))
    expect(answers.map(({ word }) => word)).toEqual(['a', 'b', 'c'])
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
    const each = new SideProgram<string, Answer>(program, { heapMegabytes: 32 })
    const apart = await Promise.all(['a', 'b'].map((word) => each.ask(word, soon)))
    expect(new Set(apart.map(({ pid }) => pid)).size).toBe(2)
  })

  it('runs with lower priority than all threads of this process', async () => {
    const { word } = await staying().ask('ranks', soon)
    expect(word).toBe(lowRank)
  })

  it('also lowers the priority of threads that started before the parent lowered that of the program', async () => {
    const { word } = await new SideProgram<string, Answer>(early, { heapMegabytes: 32 }).ask('ranks', soon)
    expect(word).toBe(lowRank)
  })

  it('uses as many processes as allowed and no more, and serves clients in turn', async () => {
    const two = staying({ processes: 2 })
    const order: string[] = []
    const ask = async (word: string) => {
      const { pid } = await two.ask(word, of(word.charAt(0)))
      order.push(word)
      return pid
    }
    // A hanging request blocks its own process only.
    const hanging = troubleOf(two.ask('hang', { seconds: 5 }))
    await ask('x')
    const behind = await Promise.all(['a1', 'a2', 'a3', 'b1'].map(ask))
    expect(order).toEqual(['x', 'a1', 'a2', 'b1', 'a3'])
    expect(new Set(behind).size).toBe(1)
    expect(await hanging).toBe('too-slow')
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => ask('again')))).size).toBe(2)
  })

  it('does not pass the app’s environment variables to the program', async () => {
    process.env.APP_KEY ??= 'secret'
    expect((await staying().ask('settings', soon)).word).not.toMatch(/KEY|URL|PATH/)
  })

  it('reports a program that throws, hangs or exits, and answers the next request', async () => {
    const one = staying()
    const asked = {
      throw: one.ask('throw', soon),
      hang: one.ask('hang', { seconds: 0.5 }),
      leave: one.ask('leave', soon),
    }
    const last = one.ask('last', soon)
    await expect(asked.throw).rejects.toThrow('nothing of this kind')
    expect(await Promise.all(Object.values(asked).map(troubleOf))).toEqual(['failed', 'too-slow', 'failed'])
    expect((await last).word).toBe('last')
  })

  it('counts the time of the work from the moment when the program is ready', async () => {
    const one = new SideProgram<string, Answer>(slow, { heapMegabytes: 32 })
    expect((await one.ask('a', { seconds: 2 })).word).toBe('a')
    expect(await troubleOf(one.ask('hang', { seconds: 2 }))).toBe('too-slow')
  })

  it('reports a program that fails at its start or does not get ready, and starts it again for the next request', async () => {
    const never = new SideProgram(broken, { heapMegabytes: 32 })
    await expect(never.ask('a', soon)).rejects.toThrow('broken before it began')
    expect(await troubleOf(never.ask('a', soon))).toBe('not-started')
    const one = new SideProgram<string, Answer>(endless, { heapMegabytes: 32, startSeconds: 0.5 })
    expect(await Promise.all(['a', 'b'].map((word) => troubleOf(one.ask(word, soon))))).toEqual([
      'not-started',
      'not-started',
    ])
  })

  it.each(['objects', 'strings', 'small arrays', 'arrays', 'one array', 'buffers'])(
    'kills a program that fills its memory with %s, without growth of this process',
    async (word) => {
      const one = staying()
      await one.ask('first', soon)
      const before = process.memoryUsage().rss
      expect(await troubleOf(one.ask(word, soon))).toBe('too-large')
      expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
      expect((await one.ask('next', soon)).word).toBe('next')
    },
  )

  it('limits the waiting requests, and frees the slot of a client that left', async () => {
    const one = staying({ max: 2 })
    const gone = new AbortController()
    let isAnswered = false
    const first = one.ask('first', soon).finally(() => {
      isAnswered = true
    })
    const waiting = [one.ask('one', soon), one.ask('two', { ...soon, signal: gone.signal })]
    expect(await troubleOf(one.ask('three', soon))).toBe('too-many')
    expect(one.whyNot()).toBe('too-many')
    gone.abort(new Error('gone'))
    expect(one.whyNot()).toBeNull()
    const four = one.ask('four', soon)
    await expect(waiting[1]).rejects.toThrow('gone')
    expect(isAnswered).toBe(false)
    expect((await Promise.all([first, waiting[0], four])).map((answer) => answer?.word)).toEqual([
      'first',
      'one',
      'four',
    ])
  })

  it('drops the last request of a client that filled the queue when another client sends one', async () => {
    const one = staying({ max: 2 })
    const first = one.ask('first', of('a'))
    const [second, third] = [one.ask('second', of('a')), troubleOf(one.ask('third', of('a')))]
    const other = one.ask('other', of('b'))
    expect(await third).toBe('own-share')
    expect((await Promise.all([first, other, second])).map(({ word }) => word)).toEqual(['first', 'other', 'second'])
  })
})
