import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Trouble } from './processes.mjs'
import { sourceFiles } from './sources.mjs'

/*
 * Planted faults: mistakes that a test must notice. The lists in tests/planted identify each by a text of the product
 * and its replacement instead of path and line, so that a fault survives a moved file. docs/guides/plant-a-fault.md
 * explains the format.
 */

const PRODUCT = /^(app|server|sandbox|scripts|prisma-free-db)\//
const HOW = ['built', 'fresh', 'hangs']

/**
 * @typedef {object} Fault
 * @property {string} id `domain/name`
 * @property {string} harm effect on a user, one sentence
 * @property {string} near text that comes before `text` in the same file, '' where `text` is unique
 * @property {string} text
 * @property {string} replacement
 * @property {{ file: string, title: string }[]} tests test files by the end of their path; `title` is a pattern or ''
 * @property {string[]} how see HOW
 */

/** Reads all lists of a folder. @returns {Fault[]} */
export function readFaults(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  const faults = names.sort().flatMap((name) => parseFaults(readFileSync(join(folder, name), 'utf8'), name))
  const ids = faults.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Trouble(`Two planted faults are named ${twice}.`)
  return faults
}

/** @returns {Fault[]} */
export function parseFaults(list, name) {
  const faults = []
  for (const [index, line] of list.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const wrong = (reason) => new Trouble(`${name}:${index + 1}: ${reason}: ${line}`)
    const head = /^\[([a-z0-9-]+\/[a-z0-9-]+)\] (.+)$/.exec(line)
    if (head) {
      faults.push({ id: head[1], harm: head[2], near: '', text: '', replacement: '', tests: [], how: [] })
      continue
    }
    const fault = faults.at(-1)
    const [, word, rest] = /^(-|\+|near|seen by|how)(?: (.*))?$/.exec(line) ?? []
    if (!fault || !word) throw wrong('this line is not part of a fault')
    const value = rest ?? ''
    if (word === '-') fault.text += `${value}\n`
    else if (word === '+') fault.replacement += `${value}\n`
    else if (word === 'near') fault.near = value
    else if (word === 'how') fault.how.push(...value.split(' '))
    else {
      const [file, title = ''] = value.split(' | ')
      fault.tests.push({ file, title })
    }
    const unknown = fault.how.find((one) => !HOW.includes(one))
    if (unknown) throw wrong(`"how" knows ${HOW.join(', ')}`)
  }
  const incomplete = faults.find(({ text, tests }) => text.trim() === '' || tests.length === 0)
  if (incomplete) throw new Trouble(`${name}: ${incomplete.id} needs a text ("- …") and a test ("seen by …").`)
  return faults.map((fault) => ({ ...fault, text: fault.text.trim(), replacement: fault.replacement.trim() }))
}

/** Returns the texts of the product's sources by path; faults are planted in these only. */
export function productSources(clone) {
  const names = sourceFiles(clone).filter((name) => PRODUCT.test(name))
  return new Map(names.map((name) => [name, readFileSync(join(clone, name), 'utf8')]))
}

/**
 * Finds the only file in which the fault can be planted. Whitespace may differ from the list.
 * @param {Fault} fault
 * @param {Map<string, string>} sources
 * @returns {{ file: string, planted: string }} the file and its content with the fault
 */
export function locate(fault, sources) {
  let places = placesOf(fault.text, sources)
  if (fault.near) {
    const [near, ...others] = placesOf(fault.near, sources)
    if (!near || others.length > 0)
      throw new Trouble(`no longer applies: "${fault.near}" ${times(1 + others.length, near)}`)
    places = places.filter(({ file, start }) => file === near.file && start >= near.start).slice(0, 1)
  }
  const [place] = places
  if (!place || places.length > 1) throw new Trouble(`no longer applies: its text ${times(places.length, place)}`)
  const source = sources.get(place.file)
  const planted = source.slice(0, place.start) + fault.replacement + source.slice(place.end)
  if (planted === source) throw new Trouble('no longer applies: its replacement changes nothing')
  return { file: place.file, planted }
}

const times = (count, first) => (first ? `occurs ${count} times` : 'does not occur')

/** Finds all occurrences of a text, ignoring differences in whitespace. */
function placesOf(text, sources) {
  const words = text.split(/\s+/).filter(Boolean)
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'), 'g')
  const keyWord = words.reduce((a, b) => (b.length > a.length ? b : a), '')
  return [...sources]
    .filter(([, source]) => source.includes(keyWord))
    .flatMap(([file, source]) =>
      [...source.matchAll(pattern)].map(({ index, 0: { length } }) => ({ file, start: index, end: index + length })),
    )
}

/**
 * Resolves the tests of a fault to paths in the clone. Refuses a missing or ambiguous file, and a title that no test of
 * this file, or of the files that it imports, can have.
 * @param {Fault} fault
 * @param {string[]} testFiles all test files of the clone
 * @param {string} clone
 */
export function testsOf(fault, testFiles, clone) {
  return fault.tests.map(({ file, title }) => {
    const found = testFiles.filter((name) => name === file || name.endsWith(`/${file}`))
    if (found.length !== 1) throw new Trouble(`its test file ${file} ${times(found.length, found[0])}`)
    const path = join(clone, found[0])
    // A title may span the end of a line or contain a quotation mark.
    const hasTitle = (source) =>
      new RegExp(title.replace(/\$$/, '')).test(source.replaceAll("\\'", "'").replace(/\s+/g, ' '))
    if (![path, ...importedBy(path)].some((one) => hasTitle(readFileSync(one, 'utf8'))))
      throw new Trouble(`its test file ${file} has no test "${title}"`)
    return { file: found[0], title }
  })
}

/** Files that a test imports by a relative path, such as suites. */
function importedBy(path) {
  return [...readFileSync(path, 'utf8').matchAll(/'(\.{1,2}\/[^']+)'/g)]
    .map((match) => `${join(dirname(path), match[1])}.ts`)
    .filter((file) => existsSync(file))
}

const gitFiles = (clone, ...args) =>
  execFileSync('git', ['ls-files', '-z', ...args], { cwd: clone, encoding: 'utf8', maxBuffer: 100_000_000 })
    .split('\0')
    .filter(Boolean)

export function testFilesOf(clone) {
  return gitFiles(clone, '--cached', '--others', '--exclude-standard').filter((name) => /\.test\.tsx?$/.test(name))
}

/**
 * Copies the clone including uncommitted changes into `folder`: tracked files and generated sources. Links the
 * packages. Git commands in the copy use the clone's commits.
 */
export function copyClone(clone, folder) {
  const names = [
    ...gitFiles(clone, '--cached', '--others', '--exclude-standard'),
    ...gitFiles(clone, '--others', '--ignored', '--exclude-standard', 'app'),
  ]
  for (const name of names) {
    // A file that was deleted, even without a commit, is missing in the copy too.
    if (!existsSync(join(clone, name))) continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    copyFileSync(join(clone, name), join(folder, name))
  }
  symlinkSync(join(clone, 'node_modules'), join(folder, 'node_modules'))
  const git = execFileSync('git', ['rev-parse', '--absolute-git-dir'], { cwd: clone, encoding: 'utf8' })
  writeFileSync(join(folder, '.git'), `gitdir: ${git}`)
}

/**
 * @typedef {object} Answer
 * @property {boolean} seen
 * @property {string} reason
 * @property {boolean} [isGreen] tests ran, and all passed
 * @property {boolean} [isOutOfTime] the fault is marked as hanging, and its tests failed only by a time limit
 * @property {number} [testSeconds] duration of the tests
 */

/**
 * Plants one fault after another in the copies, runs its tests and reverts it. When the tests only ran out of time,
 * runs them again without the fault, to compare the durations at the machine's present speed.
 * @param {{ fault: Fault, file: string, planted: string }[]} located
 * @param {string[]} copies folders, each with one fault at a time
 * @param {(fault: Fault, copy: string) => Promise<Answer>} ask
 * @param {(fault: Fault, answer: Answer & { seconds: number }) => void} tell
 */
export async function plantEach(located, copies, ask, tell) {
  const queue = [...located]
  const work = async (copy) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { fault, file, planted } = next
      const path = join(copy, file)
      const clean = readFileSync(path, 'utf8')
      const began = performance.now()
      writeFileSync(path, planted)
      let answer
      try {
        answer = await ask(fault, copy)
      } finally {
        writeFileSync(path, clean)
      }
      if (answer.isOutOfTime) answer = verdictOfHang(answer, await ask(fault, copy))
      tell(fault, { ...answer, seconds: (performance.now() - began) / 1000 })
    }
  }
  await Promise.all(copies.map(work))
}

/** A fault hangs its tests only if they end without the fault in this share of the time that they took with it. */
const QUICK = 1 / 4

/**
 * Evaluates tests that ran out of time with a fault: the fault hangs only if the tests without it pass in a quarter of
 * that time. Otherwise the machine is slow.
 * @param {Answer} hung
 * @param {Answer} clean
 */
export function verdictOfHang(hung, clean) {
  const seconds = `${clean.testSeconds.toFixed(1)} s`
  if (!clean.isGreen) return { seen: false, reason: `${hung.reason}; without the fault: ${clean.reason}` }
  const seen = clean.testSeconds <= hung.testSeconds * QUICK
  return {
    seen,
    reason: `${hung.reason}; without the fault they pass in ${seconds}${seen ? '' : ', which proves nothing'}`,
  }
}

/**
 * Evaluates a Vitest report in JSON (null when missing) of tests on a planted fault. A fault is seen only when an
 * assertion fails: an unloadable file means that the replacement does not compile, and a time limit alone may mean a
 * slow machine. For a fault that is marked as hanging, `isOutOfTime` then requests a run without the fault.
 * @param {object | null} report
 * @param {{ mayHang: boolean, isLate?: boolean, reason?: string }} run
 * @returns {Answer}
 */
export function verdictOf(report, { mayHang, isLate = false, reason = '' }) {
  if (isLate) return { seen: false, isOutOfTime: mayHang, reason }
  if (!report) return { seen: false, reason: 'the tests ended without a report' }
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map((test) => ({ file: basename(name), ...test })),
  )
  const isTimeLimit = (test) => test.failureMessages.every((message) => /timed out in \d+ ?ms/.test(message))
  const proof = failed.find((test) => !isTimeLimit(test))
  if (proof) return { seen: true, reason: `by ${proof.file} "${proof.title}"` }
  if (failed.length > 0)
    return { seen: false, isOutOfTime: mayHang, reason: `${failed[0].file} ran into its time limit` }
  const broken = report.testResults.find(({ status }) => status === 'failed')
  if (broken)
    return { seen: false, reason: `${basename(broken.name)} failed outside of its tests: ${firstLine(broken.message)}` }
  if (report.numPassedTests === 0) return { seen: false, reason: 'no test ran: is the title right?' }
  return { seen: false, isGreen: true, reason: `${report.numPassedTests} tests stayed green` }
}

export const firstLine = (text) => text.split('\n').find((line) => line.trim() !== '') ?? ''
