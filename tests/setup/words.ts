import { existsSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'app/language/paraglide')

/**
 * File that bundles all messages: Node loads it in a hundredth of the time that the modules (some 1,900) take in each
 * test file.
 */
export const wordsFile = path.join(root, '.cache/test-words/words.mjs')

/** Matches the two modules of messages that the product imports; tests/e2e/tsconfig.json maps them for Playwright. */
export const importOfWords = /^~\/language\/paraglide\/(?:messages|runtime)$/

/** Bundles Paraglide's functions, unchanged, into one file. */
export async function bundleWords(): Promise<void> {
  if (!existsSync(path.join(source, 'messages.js'))) {
    throw new Error('The words are not compiled: npm run words makes them.')
  }
  await build({
    stdin: { contents: `export * from './runtime.js'\nexport * from './messages.js'`, resolveDir: source },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: wordsFile,
    logLevel: 'error',
  })
}
