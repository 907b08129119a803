import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../processes.mjs'
import { filesUnder } from '../sources.mjs'

/*
 * Reach of a change: the tests, routes and flows that import a changed file, directly or indirectly. `npm test` runs
 * these, and only a rotating part of the others.
 */

/** A change of one of these can affect any test: everything runs. */
const REACHES_EVERYTHING = [
  /^package(-lock)?\.json$/,
  /^(vite|vitest|playwright|remix)\.config\.(ts|js)$/,
  /^tsconfig\.json$/,
  /^\.browserslistrc$/,
  /^project\.inlang\//,
  /^prisma-free-db\//,
  /^app\/messages\//,
  /^app\/database\//,
  /^app\/routes\.ts$/,
  /^tests\/(factories|setup|stand-ins)\//,
  /^scripts\/(build|database|packages|processes|sources|words|manifests)\.mjs$/,
]

/** A change of one of these reaches every flow: flows depend on them without importing them. */
const REACHES_EVERY_FLOW = [/^tests\/e2e\/(?!.*\.spec\.ts$)/, /^app\/jobs\//, /^sandbox\//, /^app\/services\//]

/** A change of one of these reaches every route: all pages are built on them. */
const REACHES_EVERY_ROUTE = [
  /^server\//,
  /^app\/(root|entry\.server|entry\.client|components\/ui\/render-mode)\.tsx$/,
  /^app\/styles\/.*\.css$/,
  /^app\/probe\.js$/,
  /^public\//,
]

/** Programs in separate threads or processes, which are started by name and not by an import. */
const SIDE_PROGRAMS = {
  'app/documents/paper-maker.server.ts': 'app/documents/make-paper.server.ts',
  'app/services/spreadsheets/sheet-reader.server.ts': 'app/services/spreadsheets/read-spreadsheet.server.ts',
  'app/services/spreadsheets/sheet-writer.server.ts': 'app/services/spreadsheets/write-large-xlsx.server.ts',
  'app/services/secrets/password-hasher.server.ts': 'app/services/secrets/passwords.server.ts',
}

/** Files whose change need not select any tests, because the tests that read them from the disk always run. */
const REACHES_NOTHING = [/\.md$/, /^docs\//, /^\.ci\//, /^tests\/gate-memory\.json$/]

/** Marks test files that need a built product, by calls in them or in the test files that they import. */
const CALLS_A_BUILD = /\b(openHouse|openStage|openTown|ownServer|testBuild|ensureBuild|startApp)\(/

/** Marks test files that read the clone from the disk: imports do not show their dependencies. */
const READS_THE_CLONE = /from 'node:(fs|fs\/promises|child_process)'|import\.meta\.glob/

const isTest = (file) => /\.test\.tsx?$/.test(file)
const isFlow = (file) => /\.spec\.ts$/.test(file)
const isRoute = (file) => /^app\/routes\//.test(file) && !isTest(file)
/** Route id without extension, as the policies use it: `routes/school+/_shell+/classes+/index`. */
const routeId = (file) => file.replace(/^app\//, '').replace(/\.tsx?$/, '')

/**
 * Maps each file to the files that import it, as paths in the clone. Includes `import('…')` with a literal.
 * @returns {Promise<Map<string, Set<string>>>} importers of each file
 */
export async function importersIn(clone = root) {
  const sourcesUnder = (folder) => filesUnder(join(clone, folder)).map((file) => relative(clone, file))
  const sources = ['app', 'server', 'sandbox', 'scripts', 'prisma-free-db', 'tests']
    .flatMap(sourcesUnder)
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('/paraglide/') && !file.endsWith('.d.ts'))
  // Loaded lazily: the gate starts before the packages are installed.
  const { build } = await import('esbuild')
  const { metafile } = await build({
    absWorkingDir: clone,
    stdin: { contents: sources.map((file) => `import ${JSON.stringify(`./${file}`)}`).join('\n'), resolveDir: clone },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    packages: 'external',
    logLevel: 'silent',
    plugins: [{ name: 'own sources only', setup: (bundle) => bundle.onResolve({ filter: /.*/ }, excludeGenerated) }],
    alias: { '~': join(clone, 'app') },
    loader: { '.json': 'json', '.gz': 'empty', '.css': 'empty' },
  })
  const importers = new Map(Object.entries(SIDE_PROGRAMS).map(([program, starter]) => [program, new Set([starter])]))
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path, external } of imports) {
      if (external) continue
      if (!importers.has(path)) importers.set(path, new Set())
      importers.get(path).add(file)
    }
  }
  return importers
}

/** Excludes messages, generated modules and files with a query (`…?url`) from the graph. */
function excludeGenerated({ path, kind }) {
  if (kind === 'entry-point') return undefined
  return /paraglide|^virtual:|\?|\/generated\//.test(path) ? { path, external: true } : undefined
}

/** Returns `files` and all files that import one of them, directly or indirectly. */
export function reachedFrom(importers, files) {
  const reached = new Set(files)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

/**
 * Computes the reach of a change.
 * @param {Map<string, Set<string>>} importers
 * @param {string[] | null} changed paths in the clone; null for an unknown change, which reaches everything
 * @returns {{ everything: boolean, why: string, changed: string[], files: Set<string>, routes: string[], allRoutes: boolean, allFlows: boolean }}
 */
export function reachOf(importers, changed) {
  const reachEverything = (why) => ({
    everything: true,
    why,
    changed: [],
    files: new Set(),
    routes: [],
    allRoutes: true,
    allFlows: true,
  })
  if (changed === null) return reachEverything('no green commit is known')
  const relevantFiles = changed.filter((file) => !REACHES_NOTHING.some((pattern) => pattern.test(file)))
  const fileReachingAll = relevantFiles.find((file) => REACHES_EVERYTHING.some((pattern) => pattern.test(file)))
  if (fileReachingAll) return reachEverything(`${fileReachingAll} changed`)
  const isOneOf = (patterns) => (file) => patterns.some((pattern) => pattern.test(file))
  const files = reachedFrom(importers, relevantFiles)
  const routes = [...files].filter(isRoute)
  const allRoutes = relevantFiles.some(isOneOf(REACHES_EVERY_ROUTE))
  return {
    everything: false,
    why: `${relevantFiles.length} changed files`,
    changed: relevantFiles,
    files,
    routes: withRoutesInLayouts(routes).map(routeId).sort(),
    allRoutes,
    allFlows:
      allRoutes ||
      relevantFiles.some(isOneOf(REACHES_EVERY_FLOW)) ||
      relevantFiles.some((file) => isOnlyInWorker(importers, file)),
  }
}

/** Returns true when only the worker imports the file, so that no route leads a flow to it. */
function isOnlyInWorker(importers, file) {
  const reachedFiles = [...reachedFrom(importers, [file])]
  return reachedFiles.some((one) => one.startsWith('app/jobs/')) && !reachedFiles.some(isRoute)
}

/** Adds to the reached routes all routes inside reached layouts. */
function withRoutesInLayouts(routes) {
  const layoutFolders = routes
    .filter((file) => /\/_(shell|layout|public)\+?(\/_layout)?\.tsx$/.test(file))
    .map(folderOf)
  if (layoutFolders.length === 0) return routes
  const routesInLayouts = filesUnder(join(root, 'app/routes'))
    .map((file) => relative(root, file))
    .filter((file) => isRoute(file) && layoutFolders.some((folder) => file.startsWith(folder)))
  return [...new Set([...routes, ...routesInLayouts])]
}

/** Folder whose routes a layout wraps. */
const folderOf = (layout) => `${dirname(layout).replace(/\+$/, '')}`

/** Files changed since a commit, including uncommitted and new files; null when the clone does not have that commit. */
export function changedSince(commit, clone = root) {
  if (!commit) return null
  try {
    const splitAtNul = (text) => text.split('\0').filter(Boolean)
    const git = (...args) =>
      execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    git('merge-base', '--is-ancestor', commit, 'HEAD')
    return [
      ...splitAtNul(git('diff', '--name-only', '-z', '--no-renames', commit)),
      ...splitAtNul(git('ls-files', '--others', '--exclude-standard', '-z')),
    ]
  } catch {
    return null
  }
}

/**
 * Code that every program of the product uses: entry points, job queue, and code shared by all domains. Excludes the
 * gate.
 */
const PROGRAMS =
  /^(server|sandbox|scripts(?!\/gate)|app\/(jobs|http|database|services|kit\/(forms|tables|records)|models\/core\/(outbox|shared|installation)))\//

/**
 * Tests that run programs for a minute. Such a test always runs when a changed file matches `runIfChanged`, or a
 * reached file matches `runIfReached`; otherwise only in every third run.
 */
const LONG_TESTS = [
  { tests: /^scripts\/fresh-root\./, runIfChanged: /^scripts\//, runIfReached: null },
  { tests: /^tests\/reliability\/retention-killed\./, runIfChanged: PROGRAMS, runIfReached: /\/retention\// },
  { tests: /^tests\/reliability\/killed\./, runIfChanged: PROGRAMS, runIfReached: /\/(ledger|payments)\// },
  { tests: /^tests\/(reliability|faults)\//, runIfChanged: PROGRAMS, runIfReached: null },
  ...['hostels', 'imports', 'messaging', 'quizzes', 'shop', 'transport'].map((domain) => ({
    tests: new RegExp(`^tests/${domain}/killed\\.`),
    runIfChanged: PROGRAMS,
    runIfReached: new RegExp(`/${domain}/`),
  })),
]

/**
 * Programs that a long test of the installation calls by name. When one of them changes, all cases of the test run
 * instead of a rotating part.
 */
const SUBJECTS = {
  'tests/reliability/move-school.test.ts': /^scripts\/(schools\.ts|moves\/)/,
  'tests/reliability/restore-school.test.ts': /^scripts\/(schools\.ts|restore\.ts|moves\/|backups\/)/,
  'tests/reliability/backup.test.ts': /^scripts\/(backup|restore|upgrade)\.ts|^scripts\/backups\//,
  'tests/reliability/binary-logs.test.ts': /^scripts\/(logs|restore)\.ts|^scripts\/(logs|backups)\//,
  'tests/faults/faults.test.ts': /^app\/jobs\//,
  'tests/faults/rolling.test.ts': /^server\//,
}

/** Test files of `SUBJECTS` that the change reaches by imports, or whose programs it changes: all their tests run. */
export function wholeFiles(reach) {
  return Object.keys(SUBJECTS).filter(
    (file) => reach.files.has(file) || reach.changed.some((one) => SUBJECTS[file].test(one)),
  )
}

/** Returns true for a long test whose subject the change does not reach: it runs once in three runs. */
function mayRunInRotation(file, reach) {
  const longTest = LONG_TESTS.find(({ tests }) => tests.test(file))
  if (!longTest || reach.files.has(file) || wholeFiles(reach).includes(file)) return false
  return (
    !reach.changed.some((one) => longTest.runIfChanged.test(one)) &&
    ![...reach.files].some((one) => longTest.runIfReached?.test(one))
  )
}

/**
 * Test files that kill programs or stop the database: they run one at a time, in parallel with the flows. Chosen by
 * name, because a file may also kill programs that have no deadlines; a test finds files that match neither.
 */
export const KILLS_PROGRAMS = /(\/|-)(killed|process|database-gone|provider-trouble|shutdown|outage\.db)\.test\.ts$/

/** All test files of the clone, with their needs: a built product, or sources only. */
export function testFiles(importers, clone = root) {
  const files = ['app', 'prisma-free-db', 'sandbox', 'scripts', 'server', 'tests']
    .flatMap((folder) => filesUnder(join(clone, folder)))
    .map((file) => relative(clone, file))
    .filter(isTest)
  const readSource = (file) => readFileSync(join(clone, file), 'utf8')
  const filesCallingBuild = filesUnder(join(clone, 'tests'))
    .map((file) => relative(clone, file))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !isFlow(file) &&
        file !== 'tests/factories/app.ts' &&
        CALLS_A_BUILD.test(readSource(file)),
    )
  const filesNeedingBuild = reachedFrom(importers, filesCallingBuild)
  const needsBuild = (file) =>
    filesNeedingBuild.has(file) || CALLS_A_BUILD.test(readSource(file)) || KILLS_PROGRAMS.test(file)
  return files.map((file) => ({
    file,
    needsBuild: needsBuild(file),
    readsTheClone: READS_THE_CLONE.test(readSource(file)),
  }))
}

/**
 * Test files of this run: those that need a build or read the clone, those that the change reaches, and a tenth of the
 * others. Long tests of programs that the change does not reach run in rotating thirds.
 * @param {{ file: string, needsBuild: boolean, readsTheClone: boolean }[]} files
 * @param {(key: string, parts: number) => boolean} isDue
 */
export function dueFiles(files, reach, isDue) {
  if (reach.everything) return files
  return files.filter(({ file, needsBuild, readsTheClone }) => {
    if (mayRunInRotation(file, reach)) return isDue(file, 3)
    return needsBuild || readsTheClone || reach.files.has(file) || isDue(file, 10)
  })
}

/**
 * Titles of the flows that the change reaches. Flows missing in the gate's memory also run (tests/e2e/flows.ts).
 * @param {Record<string, string[]>} routesByFlow routes that each flow visited in its last run (app/routes/…)
 */
export function dueFlows(routesByFlow, reach) {
  const routes = new Set(reach.routes)
  return Object.keys(routesByFlow).filter(
    (title) => reach.everything || reach.allFlows || routesByFlow[title].some((file) => routes.has(routeId(file))),
  )
}

/** Spec files that the change reaches by imports: all their flows run. */
export const reachedSpecs = (reach) => [...reach.files].filter((file) => isFlow(file) && existsSync(join(root, file)))
