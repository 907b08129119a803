import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createConnection } from 'mysql2/promise'
import { afterEach, expect, it } from 'vitest'
import { copyClone } from '../../scripts/planted.mjs'
import { unique } from '../factories/insert'
import { isDeep, seed } from '../setup/rotation'
import { patience } from '../setup/slowness'
import { applyChanges } from './recipe'
import { type Recipe, recipes } from './recipes'

/*
 * Executes a recipe (a guide in docs/guides that lists its changes): applies the changes to a copy of the clone,
 * compiles the messages, checks types and format, migrates an empty database, fills it with the demo schools, and runs
 * the recipe's tests. `npm test` executes one recipe, chosen by the seed; `npm run test:all` (TEST_DEEP=1) all of them.
 */

const root = process.cwd()
const folders = 'app server sandbox scripts tests prisma-free-db'.split(' ')
const executed = recipes.filter(({ seenBy }) => seenBy.length > 0)
const isTurnOf = (recipe: Recipe) => isDeep || executed[seed % executed.length] === recipe

let copy = ''

afterEach(() => rmSync(copy, { recursive: true, force: true }))

it.for(executed.map((recipe) => [recipe.name, recipe] as const))(
  '%s: the changed copy compiles and passes its tests',
  { timeout: patience(600_000) },
  async ([name, recipe], { skip }) => {
    if (!isTurnOf(recipe)) skip()
    mkdirSync(path.join(root, '.cache'), { recursive: true })
    copy = mkdtempSync(path.join(root, '.cache', 'guide-'))
    copyClone(root, copy)
    applyChanges(copy, recipe.changes)
    expect(await run(process.execPath, ['scripts/words.mjs'])).toBe('')
    // Waits for all three programs even when one fails, because the copy is removed afterwards.
    const troubles = await Promise.all([
      run(bin('oxlint'), ['--type-aware', '--type-check', '--deny-warnings', ...folders]),
      troubleOfTests([...recipe.seenBy, ...proofOf(name)]),
      run(bin('biome'), ['check', '--diagnostic-level=error', ...folders]),
    ])
    expect(troubles.join('\n\n').trim()).toBe('')
  },
)

const bin = (program: string) => path.join(root, 'node_modules/.bin', program)

/**
 * Copies a recipe's proof into the changed copy as a test. Returns its path, or an empty list for a recipe without a
 * proof.
 */
function proofOf(name: string): string[] {
  const [proof, test] = [`tests/guides/${name}.proof.ts`, `tests/guides/${name}.proof.test.ts`]
  if (!existsSync(proof)) return []
  copyFileSync(path.join(copy, proof), path.join(copy, test))
  return [test]
}

interface Report {
  testResults: Array<{
    name: string
    message: string
    assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>
  }>
}

/**
 * Runs tests of the copy on a database of their own, which their set-up migrates and fills. Returns the failures, and
 * the files that did not run.
 */
async function troubleOfTests(files: readonly string[]): Promise<string> {
  const database = `shala_guide_${unique()}`
  const report = path.join(copy, '.cache', 'report.json')
  await onServer(`CREATE DATABASE ${database} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
  try {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    url.pathname = `/${database}`
    const args = ['run', '--reporter=json', `--outputFile=${report}`, '--no-color', ...files]
    const trouble = await run(bin('vitest'), args, { TEST_DATABASE_URL: url.href, TEST_SEED: String(seed) })
    if (!existsSync(report)) return trouble
  } finally {
    await onServer(`DROP DATABASE IF EXISTS ${database}`)
  }
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const missing = files.filter((file) => !testResults.some(({ name }) => name === path.join(copy, file)))
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} ${fullName}: ${failureMessages.join('\n').slice(0, 1500)}`),
  ])
  return [...failures, ...missing.map((file) => `${file} did not run`)].join('\n\n').replaceAll(`${copy}/`, '')
}

async function onServer(sql: string): Promise<void> {
  const connection = await createConnection((process.env.TEST_DATABASE_URL ?? '').replace(/^mariadb:/, 'mysql:'))
  await connection.query(sql).finally(() => connection.end())
}

/** Environment variables that would give the copy this process's database or build, or make it run other tests. */
const ownSettings =
  /^(VITEST.*|TEST_(DEEP|FILES|FLOWS|REACH|SECONDS|DATABASE_FILLED|NEIGHBOUR)|GATE_.*|SHALA_BUILD_DIR|DATABASE_URL|DATA_DIR|BASE_URL|NODE_ENV|MODE|DEV|PROD|SSR|APP_.*|.*_API_URL|.*_TIMEOUT_MS)$/

/** Runs a program in the copy. Returns the end of its output when it failed, otherwise an empty text. */
async function run(program: string, args: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, ...settings }
  for (const name of Object.keys(process.env)) if (ownSettings.test(name) && !(name in settings)) delete env[name]
  const child = spawn(program, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8000)
    })
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
  return code === 0 ? '' : `${path.basename(program)} ended with ${code}:\n${output}`
}
