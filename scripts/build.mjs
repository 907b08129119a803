import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { writeManifests } from './manifests.mjs'
import { ensurePackages, workLock } from './packages.mjs'
import { birthOf, isProgram, root, runMain, runProgram, stepsOf, Trouble, textOf, whileLocked } from './processes.mjs'
import { filesUnder, hashOfSources } from './sources.mjs'

const MIGRATIONS = 'prisma-free-db/migrations'
const PROGRAMS = {
  door: 'server/main.ts',
  worker: 'app/jobs/main.server.ts',
  sandbox: 'sandbox/main.ts',
  backup: 'scripts/backup.ts',
  held: 'scripts/held.ts',
  jobs: 'scripts/jobs.ts',
  keys: 'scripts/keys.ts',
  logs: 'scripts/logs.ts',
  migrate: 'scripts/migrate.ts',
  restore: 'scripts/restore.ts',
  schools: 'scripts/schools.ts',
  seed: 'scripts/seed.ts',
  'security-export': 'scripts/security-export.ts',
  'remove-second-factor': 'scripts/remove-second-factor.ts',
  upgrade: 'scripts/upgrade.ts',
  'paper-maker': 'app/documents/paper-maker.server.ts',
  'password-hasher': 'app/services/secrets/password-hasher.server.ts',
  'sheet-reader': 'app/services/spreadsheets/sheet-reader.server.ts',
  'sheet-writer': 'app/services/spreadsheets/sheet-writer.server.ts',
}
const KEPT_BUILDS = 3
const COMPRESSED = /\.(js|css|svg|json|txt|webmanifest|xml)$/
const SMALLEST_COMPRESSED_BYTES = 512

/**
 * Builds the product into `build/<hash of the sources>` unless that build exists. A running portal keeps the folder it
 * was started from, so a new build does not disturb it.
 * @returns {Promise<string>} absolute path of the finished build
 */
export async function ensureBuild(step = stepsOf(3)) {
  const ready = () => {
    const hash = hashOfSources()
    return isDone(hash) ? pointLatestTo(hash) : null
  }
  return (
    ready() ??
    whileLocked(workLock, 'Waiting for another installation or build of this clone', async () => ready() ?? build(step))
  )
}

/** The newest finished build, or null. */
export function latestBuild() {
  const hash = textOf(join(root, 'build', 'latest')).trim()
  return isDone(hash) ? folderOf(hash) : null
}

/** Protects a build from cleanup while this process lives. */
export function markInUse(buildDir) {
  const mark = join(buildDir, `in-use.${process.pid}`)
  try {
    writeFileSync(mark, birthOf(process.pid) ?? '')
  } catch {
    // A build on a read-only disk is never cleaned up.
    return
  }
  process.once('exit', () => rmSync(mark, { force: true }))
}

const folderOf = (hash) => join(root, 'build', hash)
const isDone = (hash) => /^[0-9a-f]{16}$/.test(hash) && existsSync(join(folderOf(hash), 'done'))

function pointLatestTo(hash) {
  const file = join(root, 'build', 'latest')
  if (textOf(file) !== hash) {
    writeFileSync(`${file}.${process.pid}`, hash)
    renameSync(`${file}.${process.pid}`, file)
  }
  return folderOf(hash)
}

async function build(step) {
  const hash = hashOfSources()
  const folder = folderOf(hash)
  // Removes a partial build: only `done`, written last, marks a complete one.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await step(1, 'generating the messages and the locations', () =>
    Promise.all([
      made([join(root, 'scripts', 'words.mjs')], 'the messages could not be compiled'),
      made([join(root, 'scripts', 'locations.mjs')], 'the table of locations could not be generated'),
    ]),
  )
  // Step 2 ends before step 3 starts, because Remix empties the folder before it writes.
  await step(2, `building the pages into build/${hash} (a minute or two)`, () => bundlePages(relative(root, folder)))
  await step(3, 'building the programs and compressing the scripts', async () => {
    await bundlePrograms(folder)
    writeManifests(join(folder, 'client', 'assets'))
    writeFileSync(join(folder, 'version.json'), JSON.stringify(versionOfSources()))
    await compressAssets(join(folder, 'client'))
  })
  if (hashOfSources() !== hash) {
    throw new Trouble(
      'The build was discarded, because its sources changed while it ran. Try again when no one is editing them.',
    )
  }
  writeFileSync(join(folder, 'done'), new Date().toISOString())
  removeOldBuilds(hash)
  return pointLatestTo(hash)
}

/** Runs a Node program; a failure throws a Trouble with the text `trouble`. */
async function made(args, trouble, options) {
  const code = await runProgram(process.execPath, args, options)
  if (code !== 0) throw new Trouble(`The build failed: ${trouble} (see above).`)
}

function bundlePages(buildDir) {
  const remix = join(root, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js')
  const env = { ...process.env, NODE_ENV: 'production', SHALA_BUILD_DIR: buildDir }
  const localhost = `--import=${new URL('./localhost.mjs', import.meta.url).href}`
  const args = [localhost, remix, 'vite:build', '--logLevel', 'error']
  return made(args, 'the pages could not be bundled', { env })
}

async function bundlePrograms(folder) {
  const { build: bundle } = await import('esbuild')
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    alias: { '~': './app' },
    jsx: 'automatic',
    sourcemap: 'linked',
    logLevel: 'warning',
  }
  const programs = Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, join(root, file)]))
  const migrations = filesUnder(join(root, MIGRATIONS)).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  try {
    await Promise.all([
      bundle({ ...options, entryPoints: programs, outdir: folder }),
      bundle({ ...options, entryPoints: migrations, outdir: join(folder, 'migrations') }),
    ])
  } catch {
    throw new Trouble('The build failed: the programs could not be bundled (see above).')
  }
}

/** Version for `app/services/version.server`; sources without git or without history have no commit. */
function versionOfSources() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return { version, commit: stdout?.trim() || null }
}

/** Writes brotli and gzip copies of all compressible assets, so that the server compresses nothing at request time. */
async function compressAssets(folder) {
  const files = filesUnder(folder).filter(
    (file) => COMPRESSED.test(file) && statSync(file).size >= SMALLEST_COMPRESSED_BYTES,
  )
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      const quality = { params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } }
      await Promise.all([
        promisify(brotliCompress)(content, quality).then((bytes) => writeFile(`${file}.br`, bytes)),
        promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
      ])
    }),
  )
}

function removeOldBuilds(current) {
  const builds = readdirSync(join(root, 'build'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current && /^[0-9a-f]{16}$/.test(entry.name))
    .map((entry) => ({ folder: folderOf(entry.name), age: ageOf(folderOf(entry.name)) }))
    .sort((a, b) => b.age - a.age)
  for (const { folder } of builds.slice(KEPT_BUILDS - 1)) {
    if (!isInUse(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

function ageOf(folder) {
  const done = join(folder, 'done')
  return existsSync(done) ? statSync(done).mtimeMs : 0
}

function isInUse(folder) {
  return readdirSync(folder).some((name) => {
    const pid = name.startsWith('in-use.') ? Number(name.slice('in-use.'.length)) : 0
    return pid > 0 && birthOf(pid) === readFileSync(join(folder, name), 'utf8')
  })
}

if (isProgram(import.meta.filename)) {
  await runMain(async () => {
    await ensurePackages()
    await ensureBuild()
  })
}
