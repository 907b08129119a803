import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ThreadedProgram, type ThreadTrouble } from './threaded-program.server'

/** What the thread of this test does with a word. */
const source = `
import { threadId } from 'node:worker_threads'
import { answerAsThread } from './app/services/threads/answer-as-thread.server'
const kept = []
answerAsThread(async (word) => {
  if (word === 'throw') throw new TypeError('nothing of this kind')
  if (word === 'hang') for (;;);
  if (word === 'eat') for (;;) kept.push(new Array(1000).fill(kept.length))
  if (word === 'leave') process.exit()
  return { threadId, word }
})
`
const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-threads-'))
const program = path.join(folder, 'answers.mjs')
const broken = path.join(folder, 'broken.mjs')
beforeAll(async () => {
  const stdin = { contents: source, resolveDir: process.cwd(), loader: 'ts' as const }
  await build({ stdin, outfile: program, bundle: true, format: 'esm', platform: 'node' })
  writeFileSync(broken, "throw new Error('broken before it began')")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = { threadId: number; word: string }
const staying = (maxWaiting?: number) =>
  new ThreadedProgram<string, Answer>(program, { heapMegabytes: 32, stays: true, maxWaiting })
const soon = { seconds: 30 }
const troubleOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (error: ThreadTrouble) => error.code,
  )

describe('a program in a thread', () => {
  it('answers one after the other, in one thread where it stays and in one for each question where not', async () => {
    const one = staying()
    const answers = await Promise.all(['a', 'b', 'c'].map((word) => one.ask(word, soon)))
    expect(answers.map(({ word }) => word)).toEqual(['a', 'b', 'c'])
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1)
    const each = new ThreadedProgram<string, Answer>(program, { heapMegabytes: 32 })
    const apart = await Promise.all(['a', 'b'].map((word) => each.ask(word, soon)))
    expect(new Set(apart.map(({ threadId }) => threadId)).size).toBe(2)
  })

  it('has as many threads as it may and no more, and who comes first is answered first', async () => {
    const two = new ThreadedProgram<string, Answer>(program, { heapMegabytes: 32, stays: true, threads: 2 })
    const gone = AbortSignal.abort(new Error('gone'))
    const order: string[] = []
    const ask = async (word: string, signal?: AbortSignal) => {
      const { threadId } = await two.ask(word, { ...soon, signal })
      order.push(word)
      return threadId
    }
    // One that hangs keeps its own thread, and nobody else.
    const hanging = troubleOf(two.ask('hang', { seconds: 2 }))
    const left = ask('left', gone).catch(String)
    const behind = await Promise.all(['a', 'b', 'c'].map((word) => ask(word)))
    expect([order, await left]).toEqual([['a', 'b', 'c'], 'Error: gone'])
    expect(new Set(behind).size).toBe(1)
    expect(await hanging).toBe('too-slow')
    const all = await Promise.all(Array.from({ length: 8 }, () => ask('again')))
    expect(new Set(all).size).toBe(2)
  })

  it('that throws, hangs, takes all memory or ends is told as such, and the next question gets an answer', async () => {
    const thread = staying()
    const asked = {
      throw: thread.ask('throw', soon),
      hang: thread.ask('hang', { seconds: 0.5 }),
      eat: thread.ask('eat', soon),
      leave: thread.ask('leave', soon),
    }
    const last = thread.ask('last', soon)
    await expect(asked.throw).rejects.toThrow('nothing of this kind')
    const troubles = await Promise.all(Object.values(asked).map(troubleOf))
    expect(troubles).toEqual(['failed', 'too-slow', 'too-large', 'failed'])
    expect((await last).word).toBe('last')
    const never = new ThreadedProgram(broken, { heapMegabytes: 32 }).ask('a', soon)
    await expect(never).rejects.toThrow('broken before it began')
  })

  it('lets only so many wait, and who has gone keeps nobody else out', async () => {
    const thread = staying(2)
    const gone = new AbortController()
    let isAnswered = false
    const first = thread.ask('first', soon).finally(() => {
      isAnswered = true
    })
    const waiting = [thread.ask('one', soon), thread.ask('two', { ...soon, signal: gone.signal })]
    expect(await troubleOf(thread.ask('three', soon))).toBe('too-many')
    expect(thread.isFull).toBe(true)
    gone.abort(new Error('gone'))
    expect(thread.isFull).toBe(false)
    const four = thread.ask('four', soon)
    await expect(waiting[1]).rejects.toThrow('gone')
    expect(isAnswered).toBe(false)
    expect((await Promise.all([first, waiting[0], four])).map((answer) => answer?.word)).toEqual([
      'first',
      'one',
      'four',
    ])
  })
})
