import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyClone } from '../../scripts/planted.mjs'
import { applyChanges, changesOf } from '../guides/recipe'
import { isDeep } from '../setup/rotation'

const root = process.cwd()
const changes = changesOf(readFileSync('docs/guides/add-a-language.md', 'utf8'))
/**
 * Number of files that a language with a new script changes in addition to those of the recipe: the lists of letters
 * and fonts, package.json and package-lock.json.
 */
const filesOfScript = 4

let copy = ''

/** Pretends to translate: puts the English text in brackets, which anyone can recognise. */
function pretendToTranslate(file: string): string {
  const messages: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const translated = Object.entries(messages).map(([key, text]) => [key, key === '$schema' ? text : `[${text}]`])
  return JSON.stringify(Object.fromEntries(translated), null, 2)
}

beforeAll(() => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  copy = mkdtempSync(path.join(root, '.cache', 'language-'))
  copyClone(root, copy)
  applyChanges(copy, changes)
  const messages = path.join(copy, 'app/messages')
  mkdirSync(path.join(messages, 'mr'))
  for (const name of readdirSync(path.join(messages, 'en')))
    writeFileSync(path.join(messages, 'mr', name), pretendToTranslate(path.join(messages, 'en', name)))
  execFileSync(process.execPath, ['scripts/words.mjs'], { cwd: copy })
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('adds a language by changing at most seven files apart from the messages, even when it needs a new script', () => {
  expect(changes.map(({ file }) => file)).toEqual(['app/language/language.ts', 'project.inlang/settings.json'])
  expect(changes.length + filesOfScript).toBeLessThanOrEqual(7)
})

/** English text of a message, as the pretended translation shows it. */
function translated(file: string, key: string): string {
  const messages: Record<string, string> = JSON.parse(readFileSync(`app/messages/en/${file}.json`, 'utf8'))
  return `[${messages[key]}]`
}

it('shows the login page, a receipt and a mail in the new language', async () => {
  const outfile = path.join(copy, 'shown.mjs')
  await build({
    entryPoints: [path.join(copy, 'tests/languages/show.tsx')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    alias: { '~': path.join(copy, 'app') },
    outfile,
    logLevel: 'error',
  })
  const shown: { page: string; mail: string; amount: string; receipt: string } = JSON.parse(
    execFileSync(process.execPath, [outfile, 'mr'], { cwd: copy, encoding: 'utf8' }),
  )
  expect(shown.page).toContain(`<title>${translated('accounts', 'accounts_login_title')}</title>`)
  expect(shown.page).toContain(`>${translated('accounts', 'accounts_login_button')}<`)
  expect(shown.page).toContain(
    '<button class="go" type="submit" name="language" value="mr" lang="mr" aria-current="true">मराठी<',
  )
  expect(shown.mail).toMatch(/^\[.*school\.example.*\]$/s)
  expect(shown.amount).toContain('[')
  for (const key of ['receipt_title', 'receipt_total', 'receipt_method', 'receipt_method_online'])
    expect(shown.receipt).toContain(translated('receipt', key))
})

it.runIf(isDeep)('passes the type check after a language is added', () => {
  execFileSync(
    path.join(root, 'node_modules/.bin/oxlint'),
    [
      '--type-aware',
      '--type-check',
      '--deny-warnings',
      'app',
      'server',
      'sandbox',
      'scripts',
      'tests',
      'prisma-free-db',
    ],
    { cwd: copy, stdio: 'pipe' },
  )
})
