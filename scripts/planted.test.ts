import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  copyClone,
  locate,
  parseFaults,
  plantEach,
  productSources,
  readFaults,
  testFilesOf,
  testsOf,
  verdictOf,
  verdictOfHang,
} from './planted.mjs'
import { root } from './processes.mjs'

const list = `# A comment
[fees/half] The family pays half.
near function dues
- return all
-   .length
+ return 1
seen by dues.test.ts | counts
how built hangs
`
const [half] = parseFaults(list, 'list.txt')
const source = 'function dues(all) {\n  return all.length\n}\nfunction others(all) {\n  return all\n    .length\n}\n'

let folder = ''
let clone = ''
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(clone, name)), { recursive: true })
  writeFileSync(path.join(clone, name), text)
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shala-planted-'))
  clone = path.join(folder, 'clone')
  write('app/dues.ts', source.replace('all.length', 'all\n    .length'))
  write('app/dues.test.ts', "it('counts all dues', () => {})")
  write('node_modules/x/index.js', '')
  cpSync(path.join(root, '.gitignore'), path.join(clone, '.gitignore'))
  execFileSync('git', ['init', '-q'], { cwd: clone })
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('parseFaults', () => {
  it('reads id, harm, multi-line texts, tests and options', () => {
    expect(half).toEqual({
      id: 'fees/half',
      harm: 'The family pays half.',
      near: 'function dues',
      text: 'return all\n  .length',
      replacement: 'return 1',
      tests: [{ file: 'dues.test.ts', title: 'counts' }],
      how: ['built', 'hangs'],
    })
  })

  it('refuses an unknown line, a fault without a text and a fault without a test', () => {
    expect(() => parseFaults('[a/b] Harm.\n* text', 'list.txt')).toThrow('list.txt:2')
    expect(() => parseFaults('[a/b] Harm.\nseen by x.test.ts', 'list.txt')).toThrow('a/b needs a text')
    expect(() => parseFaults('[a/b] Harm.\n- text', 'list.txt')).toThrow('a/b needs')
    expect(() => parseFaults('[a/b] Harm.\n- text\nhow quickly', 'list.txt')).toThrow('"how" knows')
  })
})

describe('readFaults', () => {
  it('refuses two faults with the same id', () => {
    const lists = path.join(folder, 'lists')
    mkdirSync(lists)
    for (const name of ['one.txt', 'two.txt']) writeFileSync(path.join(lists, name), list)
    expect(() => readFaults(lists)).toThrow('fees/half')
  })
})

describe('locate', () => {
  const at = (fault: Partial<typeof half>) => () => locate({ ...half!, ...fault }, productSources(clone))

  it('finds the first occurrence after the `near` text, ignoring line breaks', () => {
    const { file, planted } = at({})()
    expect(file).toBe('app/dues.ts')
    expect(planted).toBe('function dues(all) {\n  return 1\n}\nfunction others(all) {\n  return all\n    .length\n}\n')
  })

  it('refuses a text that does not occur, occurs twice or stays unchanged', () => {
    expect(at({ text: 'return none' })).toThrow('no longer applies: its text does not occur')
    expect(at({ near: '' })).toThrow('no longer applies: its text occurs 2 times')
    expect(at({ near: 'function' })).toThrow('no longer applies: "function" occurs 2 times')
    expect(at({ near: 'class' })).toThrow('no longer applies: "class" does not occur')
    expect(at({ replacement: 'return all\n    .length' })).toThrow('changes nothing')
  })

  it('ignores test files', () => {
    write('app/more.test.ts', 'only here')
    expect(at({ near: '', text: 'only here' })).toThrow('does not occur')
  })
})

describe('testsOf', () => {
  it('finds a test file in any folder, and refuses a missing or ambiguous name', () => {
    expect(testsOf(half!, testFilesOf(clone), clone)).toEqual([{ file: 'app/dues.test.ts', title: 'counts' }])
    write('app/models/dues.test.ts', '')
    expect(() => testsOf(half!, testFilesOf(clone), clone)).toThrow('dues.test.ts occurs 2 times')
    expect(() => testsOf(half!, [], clone)).toThrow('does not occur')
  })

  it('refuses a title that neither the test file nor a file that it imports has', () => {
    write('app/dues.test.ts', "import './dues.suite'\nit('adds up', () => {})")
    write('app/dues.suite.ts', '')
    expect(() => testsOf(half!, testFilesOf(clone), clone)).toThrow('has no test "counts"')
    write('app/dues.suite.ts', "it('counts', () => {})")
    expect(testsOf(half!, testFilesOf(clone), clone)).toHaveLength(1)
  })
})

describe('plantEach', () => {
  it('plants each fault only in the copy, runs its tests, and takes the fault out again', async () => {
    const before = readFileSync(path.join(clone, 'app/dues.ts'), 'utf8')
    const copy = path.join(folder, 'copy')
    copyClone(clone, copy)
    const faults = [half!, { ...half!, id: 'fees/none', replacement: 'return 0' }]
    const located = faults.map((fault) => ({ fault, ...locate(fault, productSources(clone)) }))
    const shown: string[] = []
    const reported: string[] = []
    await plantEach(
      located,
      [copy],
      async (_fault, at) => {
        expect(readFileSync(path.join(clone, 'app/dues.ts'), 'utf8')).toBe(before)
        const text = readFileSync(path.join(at, 'app/dues.ts'), 'utf8')
        shown.push(/return \d/.exec(text)?.[0] ?? '')
        // The simulated tests notice only the second fault.
        return { seen: text.includes('return 0'), reason: '' }
      },
      ({ id }, { seen }) => reported.push(`${id} ${seen}`),
    )
    expect(shown).toEqual(['return 1', 'return 0'])
    expect(reported).toEqual(['fees/half false', 'fees/none true'])
    for (const at of [clone, copy]) expect(readFileSync(path.join(at, 'app/dues.ts'), 'utf8')).toBe(before)
  })

  it('runs the tests again without the fault when they ran out of time', async () => {
    const copy = path.join(folder, 'copy')
    copyClone(clone, copy)
    const hangs = { fault: half!, ...locate(half!, productSources(clone)) }
    const seenAt = async (cleanSeconds: number) => {
      const answers: boolean[] = []
      await plantEach(
        [hangs],
        [copy],
        async (_fault, at) =>
          readFileSync(path.join(at, 'app/dues.ts'), 'utf8').includes('return 1')
            ? { seen: false, isOutOfTime: true, reason: 'late', testSeconds: 600 }
            : { seen: false, isGreen: true, reason: 'green', testSeconds: cleanSeconds },
        (_fault, { seen }) => answers.push(seen),
      )
      return answers
    }
    expect([await seenAt(20), await seenAt(500)]).toEqual([[true], [false]])
  })
})

describe('verdictOf', () => {
  const report = (status: string, messages: string[] = [], fileStatus = status) => ({
    numPassedTests: status === 'passed' ? 1 : 0,
    testResults: [
      {
        name: '/clone/app/dues.test.ts',
        status: fileStatus,
        message: 'SyntaxError: x',
        assertionResults: status === '' ? [] : [{ status, title: 'counts', failureMessages: messages }],
      },
    ],
  })

  it('counts a fault as seen only when an assertion failed', () => {
    expect(verdictOf(report('failed', ['expected 1 to be 2']), { mayHang: false })).toEqual({
      seen: true,
      reason: 'by dues.test.ts "counts"',
    })
    expect(verdictOf(report('passed'), { mayHang: false })).toMatchObject({
      seen: false,
      reason: '1 tests stayed green',
    })
    expect(verdictOf(report('', [], 'failed'), { mayHang: false }).reason).toContain(
      'failed outside of its tests: SyntaxError',
    )
    expect(verdictOf(report('', [], 'passed'), { mayHang: false }).reason).toContain('no test ran')
    expect(verdictOf(null, { mayHang: false }).seen).toBe(false)
  })

  it('does not accept a time limit as proof, but requests a run without the fault if it is marked as hanging', () => {
    const late = report('failed', ['Error: Test timed out in 60000ms.'])
    const reason = 'dues.test.ts ran into its time limit'
    expect(verdictOf(late, { mayHang: false })).toEqual({ seen: false, isOutOfTime: false, reason })
    expect(verdictOf(late, { mayHang: true })).toEqual({ seen: false, isOutOfTime: true, reason })
  })

  it('ignores results of stopped tests, but requests a run without the fault if it is marked as hanging', () => {
    const stopped = { isLate: true, reason: 'the tests did not end within 10 minutes' }
    const { reason } = stopped
    const failed = report('failed', ['expected 1 to be 2'])
    expect(verdictOf(failed, { mayHang: false, ...stopped })).toEqual({ seen: false, isOutOfTime: false, reason })
    expect(verdictOf(null, { mayHang: true, ...stopped })).toEqual({ seen: false, isOutOfTime: true, reason })
  })
})

describe('verdictOfHang', () => {
  const hung = { seen: false, isOutOfTime: true, reason: 'late', testSeconds: 600 }
  const green = { seen: false, isGreen: true, reason: '3 tests stayed green' }

  it('counts a hanging fault as seen only if its tests pass without it in at most a quarter of the time', () => {
    expect(verdictOfHang(hung, { ...green, testSeconds: 150 }).seen).toBe(true)
    expect(verdictOfHang(hung, { ...green, testSeconds: 151 })).toEqual({
      seen: false,
      reason: 'late; without the fault they pass in 151.0 s, which proves nothing',
    })
  })

  it('does not count a fault whose tests fail, hang or do not run without it', () => {
    for (const clean of [{ seen: true }, { isOutOfTime: true }, {}])
      expect(verdictOfHang(hung, { seen: false, reason: 'red', testSeconds: 1, ...clean }).seen).toBe(false)
  })
})

describe('lists of planted faults', () => {
  it('match exactly one position each and name existing tests', () => {
    const sources = productSources(root)
    const tests = testFilesOf(root)
    const faults = readFaults(path.join(root, 'tests/planted'))
    expect(faults.length).toBeGreaterThan(100)
    for (const fault of faults) {
      const reason = (() => {
        try {
          locate(fault, sources)
          testsOf(fault, tests, root)
          return ''
        } catch (error) {
          return (error as Error).message
        }
      })()
      expect(`${fault.id}: ${reason}`).toBe(`${fault.id}: `)
    }
  })
})
