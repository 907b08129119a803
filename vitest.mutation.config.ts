import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patience } from './tests/setup/slowness'
import { importOfWords, wordsFile } from './tests/setup/words'

/** The tests that need nothing but the code: `npm run test:mutation` runs them once for each fault that it puts in. */
export default defineConfig({
  resolve: {
    alias: [
      { find: importOfWords, replacement: wordsFile },
      { find: '~', replacement: fileURLToPath(new URL('./app', import.meta.url)) },
    ],
  },
  test: {
    environment: 'node',
    // For what hangs: the usual five seconds fail random histories on a busy machine.
    testTimeout: patience(60_000),
    include: ['app/models/**/*.test.ts', 'tests/security/permissions.test.ts'],
    exclude: ['app/models/**/*.db.test.ts'],
    setupFiles: ['tests/setup/environment.ts'],
    // Settings want the address of a database; nobody asks it.
    env: { TEST_DATABASE_URL: 'mysql://nobody@127.0.0.1:9/none' },
    // Two processes work in one copy: the second must not write what the first reads.
    globalSetup: existsSync(wordsFile) ? [] : ['tests/setup/words-only.ts'],
    isolate: false,
    server: { deps: { external: [wordsFile] } },
  },
})
