import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { writeManifests } from './manifests.mjs'
import { ensurePackages, workLock } from './packages.mjs'
import { birthOf, isProgram, root, runMain, runProgram, Trouble, whileLocked } from './processes.mjs'

const SOURCE_FOLDERS = ['app', 'server', 'sandbox', 'scripts', 'prisma-free-db', 'public', 'tests/factories']
const SOURCE_FILES = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'remix.config.js',
  'tsconfig.json',
  '.browserslistrc',
  'project.inlang/settings.json',
]
// Made from the messages by the build itself.
const GENERATED = 'app/language/paraglide'
const MIGRATIONS = 'prisma-free-db/migrations'
const PROGRAMS = {
  door: 'server/main.ts',
  worker: 'app/jobs/main.server.ts',
  sandbox: 'sandbox/main.ts',
  migrate: 'scripts/migrate.ts',
  seed: 'scripts/seed.ts',
}
const KEPT_BUILDS = 3
const COMPRESSED = /\.(js|css|svg|json|txt|webmanifest|xml)$/
const SMALLEST_COMPRESSED_BYTES = 512

/**
 * Builds the product into `build/<hash of the sources>` unless that is there already. A running portal keeps the folder
 * it was started from, so a build beside it breaks nothing.
 * @returns {Promise<string>} the absolute path of the finished build
 */
export async function ensureBuild() {
  const ready = () => {
    const hash = hashOfSources()
    return isDone(hash) ? pointLatestTo(hash) : null
  }
  return (
    ready() ??
    whileLocked(workLock, 'Waiting for another installation or build of this clone', async () => ready() ?? build())
  )
}

/** The newest finished build, or null. */
export function latestBuild() {
  try {
    const hash = readFileSync(join(root, 'build', 'latest'), 'utf8').trim()
    return isDone(hash) ? folderOf(hash) : null
  } catch {
    return null
  }
}

/** Keeps a build from being tidied away while this process lives. */
export function markInUse(buildDir) {
  const mark = join(buildDir, `in-use.${process.pid}`)
  try {
    writeFileSync(mark, birthOf(process.pid) ?? '')
  } catch {
    // A build on a read-only disk is tidied by nobody.
    return
  }
  process.once('exit', () => rmSync(mark, { force: true }))
}

const folderOf = (hash) => join(root, 'build', hash)
const isDone = (hash) => /^[0-9a-f]{16}$/.test(hash) && existsSync(join(folderOf(hash), 'done'))

function pointLatestTo(hash) {
  const file = join(root, 'build', 'latest')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== hash) {
    writeFileSync(`${file}.${process.pid}`, hash)
    renameSync(`${file}.${process.pid}`, file)
  }
  return folderOf(hash)
}

function hashOfSources() {
  const files = [
    ...SOURCE_FOLDERS.flatMap((folder) => filesUnder(join(root, folder))),
    ...SOURCE_FILES.map((file) => join(root, file)),
  ]
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    if (!existsSync(file)) continue
    const name = relative(root, file)
    if (name.startsWith(`${GENERATED}/`) || /\.test\.tsx?$/.test(name)) continue
    const content = readFileSync(file)
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/^\.|~$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

async function build() {
  const started = Date.now()
  const hash = hashOfSources()
  const folder = folderOf(hash)
  console.log(`Building into build/${hash} …`)
  // Half of an earlier build: only `done`, written last, makes a folder a build.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await compileWords()
  await cutPlaces()
  // Not side by side: Remix empties the folder before it writes.
  await bundlePages(relative(root, folder))
  await bundlePrograms(folder)
  writeManifests(join(folder, 'client', 'assets'))
  await compressAssets(join(folder, 'client'))
  writeFileSync(join(folder, 'done'), new Date().toISOString())
  removeOldBuilds(hash)
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return pointLatestTo(hash)
}

async function compileWords() {
  const code = await runProgram(process.execPath, [join(root, 'scripts', 'words.mjs')])
  if (code !== 0) throw new Trouble('The build failed: the messages could not be compiled (see above).')
}

async function cutPlaces() {
  const code = await runProgram(process.execPath, [join(root, 'scripts', 'places.mjs')])
  if (code !== 0) throw new Trouble('The build failed: the table of places could not be made (see above).')
}

async function bundlePages(buildDir) {
  const remix = join(root, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js')
  const env = { ...process.env, NODE_ENV: 'production', SHALA_BUILD_DIR: buildDir }
  const code = await runProgram(process.execPath, [remix, 'vite:build', '--logLevel', 'error'], { env })
  if (code !== 0) throw new Trouble('The build failed: the pages could not be bundled (see above).')
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

/** Writes a brotli and a gzip twin beside every asset that is worth it, so that the door compresses none on the way out. */
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
