import './node-version.mjs'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { addTests, lineOf as countsIn, lightFlows, vitestArgs } from './count-tests.mjs'
import { mayBeSkipped } from './gate/skips.mjs'
import { Listened } from './listened.mjs'
import { browserPrograms, databasePrograms, ensurePackages, ensurePrograms, findBrowser } from './packages.mjs'
import {
  findProgram,
  freePort,
  interruptPrograms,
  root,
  runMain,
  runProgram,
  Skipped,
  Trouble,
  whileLocked,
} from './processes.mjs'

/*
 * `npm run test:nodes`: the committed state on every tried Node of package.json (`triedNodes`) except the installed
 * version: build, `npm start`, unit and integration tests, all cases of hostile files, light flows
 * `npm run test:nodes -- 24 26`: on those only
 * `npm run test:nodes -- 24 FILE.test.ts …`: build, `npm start` and all cases of these test files
 * `npm run test:nodes -- 24 flows`: build, `npm start` and the light flows
 * Changes nothing on this machine: each Node is a package of the npm registry, kept in .cache/nodes (or
 * SHALA_NODES_DIR).
 */

/** Tests whose cases all run on each Node: V8's reaction to excessive memory use differs by version (decision 54). */
const DEEP_FOLDER = 'tests/hostile'
const START_LIMIT_MS = 10 * 60_000
const CACHE = process.env.SHALA_NODES_DIR ?? join(root, '.cache', 'nodes')
const [VITEST, PLAYWRIGHT] = ['vitest', 'playwright'].map((name) => join('node_modules', '.bin', name))

const { triedNodes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const counts = { passed: 0, failed: 0 }
const folder = mkdtempSync(join(tmpdir(), 'shala-nodes-'))
/** Clone of this run, removed at the end. */
let clone = null
let portal = null

process.once('exit', () => {
  portal?.child.kill('SIGTERM')
  remove(folder)
  if (clone) remove(clone)
})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => {
    interruptPrograms()
    process.exit(1)
  })
}

await runMain(async () => {
  const { versions, files } = wanted()
  await ensurePackages()
  const nodes = []
  for (const version of versions) nodes.push({ version, bin: await fetchNode(version) })
  await ensurePrograms([
    ...databasePrograms,
    ...browserPrograms,
    { programs: ['pdftoppm'], packages: ['poppler-utils'] },
  ])
  for (const node of nodes) {
    console.log(`\n── Node ${node.version}`)
    try {
      await testOn(node, files)
    } catch (error) {
      counts.failed += 1
      console.error(error instanceof Trouble ? `\n${error.message}` : error)
    }
    if (clone) remove(clone)
  }
  console.log(`\n${countsIn(counts)}`)
  process.exitCode = counts.failed > 0 ? 1 : 0
})
process.exit()

function wanted() {
  const words = process.argv.slice(2)
  const lines = words.filter((word) => /^\d+$/.test(word))
  const unknown = lines.find((line) => !triedNodes.some(({ version }) => lineOf(version) === line))
  if (unknown) throw new Trouble(`Node ${unknown} is not in the triedNodes of package.json.`)
  const isWanted = ({ version }) =>
    lines.length > 0 ? lines.includes(lineOf(version)) : version !== process.versions.node
  return {
    versions: triedNodes.filter(isWanted).map(({ version }) => version),
    files: words.filter((word) => !lines.includes(word)),
  }
}

function lineOf(version) {
  return version.split('.')[0]
}

/** Folder of the `node` program of that version, downloaded unless it is cached. */
async function fetchNode(version) {
  const name = `node-linux-${process.arch}`
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Skipped(`the registry has no other Node for ${process.platform} on ${process.arch}.`)
  }
  const kept = join(CACHE, `${version}-${process.arch}`)
  const bin = join(kept, 'node_modules', name, 'bin')
  await whileLocked(`${kept}.lock`, `Waiting for another run that fetches Node ${version}`, () => {
    if (says(join(bin, 'node'), version)) return
    rmSync(kept, { recursive: true, force: true })
    mkdirSync(`${kept}.new`, { recursive: true })
    const words = ['install', '--prefix', `${kept}.new`, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
    try {
      execFileSync(findProgram('npm') ?? 'npm', [...words, '--loglevel=error', `${name}@${version}`], {
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      })
    } catch (error) {
      rmSync(`${kept}.new`, { recursive: true, force: true })
      throw new Skipped(`Node ${version} could not be fetched from the npm registry: ${error.stderr || error.message}`)
    }
    renameSync(`${kept}.new`, kept)
    if (!says(join(bin, 'node'), version))
      throw new Trouble(`The package ${name}@${version} does not contain Node ${version}.`)
  })
  return bin
}

/** Returns true when a program is the Node of that version. */
function says(node, version) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim() === `v${version}`
  } catch {
    return false
  }
}

async function testOn({ version, bin }, files) {
  makeClone(version)
  const env = environment(bin)
  await check('the build', async () => {
    const code = await runProgram(join(bin, 'node'), ['scripts/build.mjs'], { cwd: clone, env })
    if (code !== 0) throw new Trouble('The build failed.')
  })
  await check('npm start, and a student signs in', () => start(env))
  // Runs all cases of the named files. Without names, runs every test, but of the slow ones only this run's share, and
  // all cases of DEEP_FOLDER.
  if (files.length === 0) await runVitest(`${version}-turn`, [], env)
  if (files[0] !== 'flows') await runDeep(version, files.length > 0 ? files : [DEEP_FOLDER], env)
  if (files.length === 0 || files[0] === 'flows') await runFlows(version, env)
}

/** Runs all cases of the files. None may be left to a later run, as slow tests otherwise are. */
function runDeep(version, files, env) {
  const maySkip = ({ file }) => mayBeSkipped(file, { inTurn: false })
  return runVitest(`${version}-deep`, files, { ...env, TEST_DEEP: '1' }, { maySkip })
}

async function runVitest(name, tests, env, options) {
  const report = join(folder, `${name}.json`)
  const code = await runProgram(join(clone, VITEST), vitestArgs(report, ...tests), { cwd: clone, env })
  addTests(counts, report, code, { clone, ...options })
}

async function runFlows(version, env) {
  const ofFlows = join(folder, `${version}-flows.json`)
  const { args, settings } = lightFlows(ofFlows)
  const code = await runProgram(join(clone, PLAYWRIGHT), args, { cwd: clone, env: { ...env, ...settings } })
  addTests(counts, ofFlows, code)
}

async function check(title, work) {
  const started = performance.now()
  await work()
  counts.passed += 1
  console.log(`✓ ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

/** Clones the committed state with the same packages, so that no Node uses another's build. */
function makeClone(version) {
  clone = join(CACHE, `clone-${lineOf(version)}-${process.pid}`)
  execFileSync('git', ['clone', '--quiet', '--shared', root, clone])
  // Hard links, which cost neither time nor space.
  execFileSync('cp', ['--archive', '--link', join(root, 'node_modules'), join(clone, 'node_modules')])
}

function remove(place) {
  rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

/** Environment without this shell's settings; child processes find this Node first. */
function environment(bin) {
  const { HOME = '', TEST_SEED, TEST_SLOWNESS, GATE_FLAKY } = process.env
  const PATH = [bin, process.env.PATH, findProgram('npm') ? dirname(findProgram('npm')) : ''].join(delimiter)
  const chromium = findBrowser()
  return Object.fromEntries(
    Object.entries({ PATH, HOME, CI: '1', TEST_SEED, TEST_SLOWNESS, GATE_FLAKY, CHROMIUM_PATH: chromium }).filter(
      ([, value]) => value,
    ),
  )
}

async function start(env) {
  const port = String(await freePort())
  const settings = { ...env, PORT: port, HOST: '127.0.0.1', DATA_DIR: join(clone, 'storage', 'portal') }
  portal = new Listened(['npm', ['start']], {
    limitMs: START_LIMIT_MS,
    cwd: clone,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await portal.says(/^Shala is ready/)
    // Imported only here: it needs a package, which must be installed first.
    const { signInAsha, Visitor } = await import('./visitor.mjs')
    const asha = new Visitor(`http://localhost:${port}`)
    await signInAsha(asha)
    await asha.open('/students/fees')
    if (asha.count(/^Pay$/) === 0) throw new Trouble('Asha’s page does not show her fees.')
    portal.child.kill('SIGTERM')
    await portal.says(/^Stopped\.$/)
  } finally {
    portal.child.kill('SIGTERM')
    await portal.ended
  }
}
