import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { applyChanges, changedFiles, changesOf } from './recipe'
import { countFiles, recipes } from './recipes'

describe.each(recipes)('the recipe $name', (recipe) => {
  it('applies to the current sources', () => {
    expect(changedFiles('.', recipe.changes).size).toBeGreaterThan(1)
  })

  it('changes no more files than its limit', () => {
    expect(countFiles(recipe)).toBeLessThanOrEqual(recipe.max)
  })

  it('names only tests that exist', () => {
    expect(recipe.seenBy.filter((file) => !existsSync(file))).toEqual([])
  })
})

it('has a recipe for exactly those guides that contain changes to apply', () => {
  const guides = readdirSync('docs/guides').filter((name) => /^add-a-.*\.md$/.test(name))
  const withChanges = guides.filter((name) => readFileSync(`docs/guides/${name}`, 'utf8').includes('\n+++ '))
  expect(withChanges.map((name) => name.replace('.md', '')).sort()).toEqual(recipes.map(({ name }) => name).sort())
})

/** Files that the guide need not name: their only words of a language are placeholders of old drafts. */
const withOldWords = ['app/models/contact/consents/notices.server.ts']

it('names in the guide of languages every file with words of a language', () => {
  const guide = readFileSync('docs/guides/add-a-language.md', 'utf8')
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*/g
  const unnamed = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((name) => `app/${name}`)
    .filter((file) => /(?<!test)\.tsx?$/.test(file) && !/\/(paraglide|generated)\//.test(file))
    .filter((file) => /\p{Script=Gujarati}/u.test(readFileSync(file, 'utf8').replaceAll(comment, '')))
    .filter((file) => !withOldWords.includes(file) && !guide.includes(path.basename(file)))
  expect(unnamed).toEqual([])
})

describe('applyChanges of a recipe', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-recipe-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fresh = () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'list.ts'), 'one\ntwo\ntwo\nthree\n')
  }
  const apply = (...blocks: string[]) =>
    applyChanges(folder, changesOf(blocks.map((block) => `\`\`\`diff\n${block}\n\`\`\`\n`).join('\nand\n\n')))
  const list = () => readFileSync(path.join(folder, 'list.ts'), 'utf8')

  it('replaces, adds and removes lines in several blocks, and creates a new file', () => {
    fresh()
    apply('+++ list.ts\n one\n+and a half\n@@\n-three\n', '+++ new/file.ts\n+first\n+\n+last')
    expect(list()).toBe('one\nand a half\ntwo\ntwo\n')
    expect(readFileSync(path.join(folder, 'new/file.ts'), 'utf8')).toBe('first\n\nlast\n')
  })

  it.each([
    ['has the lines twice', '+++ list.ts\n two\n+more', 'list.ts has these lines 2 times'],
    ['lacks the lines', '+++ list.ts\n four\n+more', 'list.ts has these lines 0 times'],
    ['does not exist', '+++ missing.ts\n one\n+more', 'missing.ts does not exist'],
    ['exists although the change makes it', '+++ list.ts\n+more', 'list.ts exists already'],
    ['is followed by another line', '+++ list.ts\n one\nmore', 'list.ts: a line of the change begins with neither'],
  ])('refuses a change whose file %s, and writes nothing', (_, block, message) => {
    fresh()
    expect(() => apply(`+++ list.ts\n one\n+and a half\n${block}`)).toThrow(message)
    expect(list()).toBe('one\ntwo\ntwo\nthree\n')
  })
})
