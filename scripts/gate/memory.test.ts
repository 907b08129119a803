import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  afterPart,
  afterRun,
  ageOfDeepRun,
  flakyTrouble,
  hashOfProduct,
  head,
  memoryPath,
  PARTS,
  readMemory,
  secondsOf,
  snapshot,
  writeMemory,
} from './memory.mjs'

const DAY_MS = 86_400_000
const start = Date.parse('2026-11-27T12:00:00Z')
let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'shala-memory-'))
  git('init', '-q')
  for (const folder of ['app', 'tests']) mkdirSync(join(clone, folder))
  writeFileSync(join(clone, 'package-lock.json'), '{}')
  commitAt(start)
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function git(...words: string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@shala.test', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...author, ...words], { cwd: clone, encoding: 'utf8', env: { ...process.env, ...dates } })
}
let dates: Record<string, string> = {}

function commitAt(time: number, file = 'app/thing.ts'): void {
  writeFileSync(join(clone, file), `${time}`)
  const date = new Date(time).toISOString()
  dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', 'change')
}

/** Adds commits that change `file` to the branch, all in one process. */
function addCommits(count: number, file: string): void {
  const branch = git('symbolic-ref', 'HEAD').trim()
  const who = `Test <test@shala.test> ${start / 1000} +0000`
  const commits = Array.from({ length: count }, (_, index) => {
    const content = `added ${index}`
    const from = index === 0 ? `from ${branch}^0\n` : ''
    return `commit ${branch}\ncommitter ${who}\ndata 6\nchange\n${from}M 100644 inline ${file}\ndata ${content.length}\n${content}\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: clone, input: commits.join('') })
}

const greenRun = {
  isGreen: true,
  isWhole: true,
  seed: 7,
  flaky: [],
  seconds: { 'app/thing.ts': 12.4, 'app/quick.ts': 0.2 },
  flows: {},
}
const runOn = (run: Partial<typeof greenRun> = {}) =>
  afterRun(readMemory(clone), { ...greenRun, start: snapshot(clone), ...run }, clone)

describe('afterRun', () => {
  it('remembers the commit of a green run', () => {
    expect(runOn().green).toEqual(head(clone))
  })

  it('remembers no commit when files are not committed', () => {
    writeFileSync(join(clone, 'app/thing.ts'), 'changed')
    expect(runOn().green).toBeNull()
  })

  it('remembers no commit that was made during the run', () => {
    const begun = snapshot(clone)
    commitAt(start + DAY_MS)
    expect(runOn({ start: begun } as never).green).toBeNull()
  })

  it('remembers no commit when TEST_SINCE set another base commit for the change', () => {
    expect(runOn({ isWhole: false }).green).toBeNull()
  })

  it('keeps the routes of flows from earlier runs, and forgets deleted files', () => {
    writeMemory(
      runOn({ flows: { 'a flow': ['b'] } as never, seconds: { 'app/thing.ts': 9, 'app/gone.test.ts': 9 } as never }),
      clone,
    )
    const memory = runOn({ flows: { 'a flow': ['a'] } as never, seconds: {} as never })
    expect(memory.flows).toEqual({ 'a flow': ['a', 'b'] })
    expect(memory.seconds).toEqual({ 'app/thing.ts': [9] })
  })

  it('ignores the memory file when it checks for uncommitted files', () => {
    writeMemory(runOn(), clone)
    expect(runOn().green).toEqual(head(clone))
  })

  it('does not change the turns or the green commit after a failed run', () => {
    const memory = runOn({ isGreen: false })
    expect(memory.green).toBeNull()
    expect(memory.turns.runs).toBe(0)
  })

  it('keeps the last five durations of each file that takes a second or more', () => {
    for (const taken of [9, 1, 2, 3, 4, 5])
      writeMemory(runOn({ seconds: { 'app/thing.ts': taken, 'app/quick.ts': 0.4 } }), clone)
    expect(readMemory(clone).seconds).toEqual({ 'app/thing.ts': [1, 2, 3, 4, 5] })
    expect(secondsOf(readMemory(clone), 'app/thing.ts')).toBe(3)
    expect(secondsOf(readMemory(clone), 'app/new.test.ts')).toBe(0)
  })
})

describe('writeMemory', () => {
  it('writes one line per entry, which readMemory reads back', () => {
    const memory = runOn({ flaky: ['a › b'] as never, flows: { 'a flow': ['app/routes/a.tsx'] } as never })
    writeMemory(memory, clone)
    expect(readMemory(clone)).toEqual(memory)
    expect(readFileSync(join(clone, memoryPath), 'utf8')).toContain('\n    "a flow": ["app/routes/a.tsx"]\n')
  })
})

describe('flakyTrouble', () => {
  const flakyAt = (time: number) => {
    commitAt(time)
    writeMemory(runOn({ flaky: ['file › test'] as never }), clone)
  }

  it('accepts three flaky tests in one run and refuses four', () => {
    expect(flakyTrouble(readMemory(clone), ['a', 'b', 'c'], head(clone))).toBe('')
    expect(flakyTrouble(readMemory(clone), ['a', 'b', 'c', 'd'], head(clone))).toMatch(/^4 tests/)
  })

  it('refuses a test that was already flaky six days earlier, by commit dates', () => {
    flakyAt(start)
    commitAt(start + 6 * DAY_MS)
    expect(flakyTrouble(readMemory(clone), ['file › test'], head(clone))).toContain('file › test')
    expect(flakyTrouble(readMemory(clone), ['file › other'], head(clone))).toBe('')
  })

  it('accepts a test that was already flaky a week earlier', () => {
    flakyAt(start)
    commitAt(start + 7 * DAY_MS)
    expect(flakyTrouble(readMemory(clone), ['file › test'], head(clone))).toBe('')
  })
})

describe('ageOfDeepRun', () => {
  const allGreen = () => {
    for (const part of PARTS)
      writeMemory(afterPart(readMemory(clone), part, { isGreen: true, start: snapshot(clone) }, clone), clone)
  }

  it('counts the age from the first recorded run while some part has never passed', () => {
    writeMemory(runOn(), clone)
    commitAt(start + 10 * DAY_MS)
    expect(ageOfDeepRun(readMemory(clone), clone).isTooOld).toBe(false)
    commitAt(start + 11 * DAY_MS)
    expect(ageOfDeepRun(readMemory(clone), clone).isTooOld).toBe(true)
  })

  it('counts the age from the latest day on which all parts passed on the same product sources', () => {
    allGreen()
    commitAt(start + 10 * DAY_MS, 'tests/thing.ts')
    allGreen()
    commitAt(start + 20 * DAY_MS)
    expect(ageOfDeepRun(readMemory(clone), clone)).toMatchObject({ isTooOld: false })
  })

  it('records the flaky tests of a part even if the part failed', () => {
    const run = { isGreen: false, start: snapshot(clone), flaky: ['[light] a.spec.ts › a clerk waits'] }
    writeMemory(afterPart(readMemory(clone), 'planted', run, clone), clone)
    const memory = readMemory(clone)
    expect(memory.parts).toEqual({})
    expect(flakyTrouble(memory, run.flaky, head(clone))).toContain('for the second time in a week')
  })

  it('counts the consecutive runs in which a figure reached its goal, even if the part failed', () => {
    const counted = (...isReached: boolean[]) => {
      for (const one of isReached) {
        const run = { isGreen: false, start: snapshot(clone), figures: [['lists: home', one] as [string, boolean]] }
        writeMemory(afterPart(readMemory(clone), 'figures', run, clone), clone)
      }
      return readMemory(clone).reached
    }
    expect(counted(true, true)).toEqual({ 'lists: home': 2 })
    expect(counted(false)).toEqual({})
    expect(counted(true)).toEqual({ 'lists: home': 1 })
  })

  it('records the minutes of a green part', () => {
    const run = { isGreen: true, start: snapshot(clone), minutes: 61 }
    writeMemory(afterPart(readMemory(clone), 'days', run, clone), clone)
    expect(readMemory(clone).parts).toMatchObject({ days: { minutes: 61 } })
  })

  it('does not count parts that were green on different product sources', () => {
    const [first = '', ...rest] = PARTS
    writeMemory(afterPart(readMemory(clone), first, { isGreen: true, start: snapshot(clone) }, clone), clone)
    commitAt(start + DAY_MS)
    for (const part of rest)
      writeMemory(afterPart(readMemory(clone), part, { isGreen: true, start: snapshot(clone) }, clone), clone)
    expect(readMemory(clone).deep).toBeNull()
  })

  it('counts a deep run as too old after more than 300 commits that change the product', () => {
    allGreen()
    addCommits(300, 'app/thing.ts')
    expect(ageOfDeepRun(readMemory(clone), clone).isTooOld).toBe(false)
    addCommits(1, 'app/thing.ts')
    expect(ageOfDeepRun(readMemory(clone), clone).isTooOld).toBe(true)
  })

  it('ignores commits that change only tests, documents or scripts', () => {
    allGreen()
    for (const file of ['app/thing.test.ts', 'docs/guide.md', 'scripts/thing.mjs']) addCommits(301, file)
    expect(ageOfDeepRun(readMemory(clone), clone)).toMatchObject({
      isTooOld: false,
      sentence: expect.stringContaining('0 commits of the product ago'),
    })
  })
})

describe('hashOfProduct', () => {
  const hashWith = (content: string) => {
    writeFileSync(join(clone, 'app/thing.ts'), content)
    return hashOfProduct(clone)
  }

  it('stays the same when comments, types and layout change', () => {
    const hash = hashWith('/** Paise. */\nexport const sum = (a: number, b: number) => a + b // paise\n')
    expect(hashWith('// The sum in paise.\nexport const sum = (a: any,\n  b: number): number =>\n  a + b\n')).toBe(hash)
  })

  it('changes with code and with string contents', () => {
    const hashes = ['a + b', 'a - b', '"-- a comment in SQL"', '"-- another"'].map((body) =>
      hashWith(`export const sum = (a: number, b: number) => ${body}`),
    )
    expect(new Set(hashes).size).toBe(4)
  })
})
