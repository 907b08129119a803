import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { KILLS_PROGRAMS } from './scripts/gate/reach.mjs'
import { chosenOf } from './tests/setup/chosen-files'
import { SlowestFirst } from './tests/setup/slowest-first'
import { patience } from './tests/setup/slowness'
import { importOfWords, wordsFile } from './tests/setup/words'

const files = chosenOf(
  ['app', 'prisma-free-db', 'sandbox', 'scripts', 'server', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
)

/**
 * Files that need their own process: they replace modules, change settings, measure memory, or use or close a database
 * of their own. All others share three processes, which import the product once.
 */
const needsOwnProcess =
  /\bvi\.(mock|hoisted|resetModules|stubEnv)\(|\b(openHouse|openStage|ownServer|closeDatabase)\(|process\.env\.\w+ =|\bmemoryUsage\(/
/** Files that kill programs or stop the database: parallel work would delay the events they wait for. */
const serial = new Set(files.filter((file) => KILLS_PROGRAMS.test(file)))
const own = new Set(files.filter((file) => !serial.has(file) && needsOwnProcess.test(readFileSync(file, 'utf8'))))

/** The three projects do not extend the root: each would run the inherited global setup again. */
function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    resolve: {
      alias: [
        { find: importOfWords, replacement: wordsFile },
        { find: '~', replacement: fileURLToPath(new URL('./app', import.meta.url)) },
      ],
    },
    test: {
      name,
      environment: 'node',
      // Limit for hanging tests only; slow tests must not fail. Loops over everything report their steps instead
      // (tests/setup/steadily.ts).
      testTimeout: patience(240_000),
      hookTimeout: patience(300_000),
      expect: { poll: { timeout: patience(30_000) } },
      // The gate repeats the messages of failed assertions, so they must contain the complete list of faults.
      chaiConfig: { truncateThreshold: 2_000 },
      pool: 'forks',
      server: { deps: { external: [wordsFile] } },
      ...test,
    },
  }
}

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/database.ts'],
    // In a run that is part of another check of the gate, reports flaky tests to the gate.
    reporters: process.env.GATE_FLAKY ? ['default', './tests/setup/gate-reporter.ts'] : ['default'],
    // More than the gate's two processors: a test waits for its server, and the server for the database.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    projects: [
      project('shared', {
        include: files.filter((file) => !own.has(file) && !serial.has(file)).map(exactly),
        isolate: false,
        // Each test makes its own school, so a retry starts fresh. The gate names every test that needed one. In the
        // other projects the tests of a file share data: a retry would find the leftovers of the first attempt and hide
        // the failure.
        retry: process.env.CI ? 1 : 0,
        setupFiles: ['tests/setup/environment.ts', 'tests/setup/shared-process.ts'],
      }),
      project('own', { include: [...own].map(exactly), setupFiles: ['tests/setup/environment.ts'] }),
      project('serial', {
        include: [...serial].map(exactly),
        setupFiles: ['tests/setup/environment.ts'],
        // One file at a time. The gate runs them in a separate call.
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})

/** Escapes characters of route names that have a meaning in a pattern: `$`, `[.]`, `+`. */
function exactly(file: string): string {
  return file.replace(/[$[\](){}*+?!]/g, '\\$&')
}
