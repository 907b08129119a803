import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patience } from './tests/setup/slowness'
import { importOfWords, wordsFile } from './tests/setup/words'

/** Tests that need only the code: `npm run test:mutation` runs them once for each planted fault. */
export default defineConfig({
  resolve: {
    alias: [
      { find: importOfWords, replacement: wordsFile },
      { find: '~', replacement: fileURLToPath(new URL('./app', import.meta.url)) },
    ],
  },
  test: {
    environment: 'node',
    // Limit for hanging tests: with the default of five seconds, tests of random histories fail on a busy machine.
    testTimeout: patience(60_000),
    include: ['app/models/**/*.test.ts', 'tests/security/permissions.test.ts'],
    exclude: ['app/models/**/*.db.test.ts'],
    setupFiles: ['tests/setup/environment.ts'],
    // The settings require a database address; no test connects to it.
    env: { TEST_DATABASE_URL: 'mysql://nobody@127.0.0.1:9/none' },
    // Two processes share one copy: the second must not overwrite files that the first reads.
    globalSetup: existsSync(wordsFile) ? [] : ['tests/setup/words-only.ts'],
    isolate: false,
    server: { deps: { external: [wordsFile] } },
  },
})
