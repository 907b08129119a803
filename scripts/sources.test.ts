import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './processes.mjs'
import { hashOfSources, madeOnce, sourceFiles } from './sources.mjs'

/*
 * A second build changes nothing, because generated files are not sources. The build itself fails when its sources
 * change while it runs (scripts/build.mjs), so a build step that writes into the sources shows at once.
 */

let clone = ''
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(clone, name)), { recursive: true })
  writeFileSync(path.join(clone, name), text)
}

beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), 'shala-sources-'))
  cpSync(path.join(root, '.gitignore'), path.join(clone, '.gitignore'))
  write('app/root.tsx', 'one')
})

afterEach(() => rmSync(clone, { recursive: true, force: true }))

describe('sourceFiles and hashOfSources', () => {
  it('include only files that git would keep, and no generated files', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['ls-files', '-z', ...args], { encoding: 'utf8', cwd: root, maxBuffer: 50_000_000 })
        .split('\0')
        .filter(Boolean)
    const kept = new Set(git('--cached', '--others', '--exclude-standard'))
    const sources = sourceFiles()
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.filter((name) => !kept.has(name))).toEqual([])
  })

  it('ignore files generated into any folder that git ignores', () => {
    const before = hashOfSources(clone)
    const ignored = readFileSync(path.join(clone, '.gitignore'), 'utf8').split('\n')
    const generated = ignored.filter((line) => line.startsWith('app/'))
    expect(generated.length).toBeGreaterThan(1)
    for (const folder of generated) write(`${folder}made.ts`, 'made')
    write('server/door.log', 'made')
    expect(hashOfSources(clone)).toBe(before)
  })

  it('change when a line of a source changes and when a source is added', () => {
    const seen = new Set([hashOfSources(clone)])
    write('app/root.tsx', 'two')
    seen.add(hashOfSources(clone))
    write('app/language/paraglide-settings.ts', 'new')
    seen.add(hashOfSources(clone))
    expect(seen.size).toBe(3)
  })
})

describe('madeOnce', () => {
  it('generates a file again only when an input changed or the file is missing', async () => {
    const folder = path.join('.cache', path.basename(clone))
    const input = path.join(folder, 'input')
    mkdirSync(path.join(root, folder), { recursive: true })
    let made = 0
    const make = () => madeOnce(path.join(folder, 'made'), [input], async () => void made++)
    try {
      writeFileSync(path.join(root, input), 'one')
      await make()
      await make()
      expect(made).toBe(1)
      writeFileSync(path.join(root, input), 'two')
      await make()
      expect(made).toBe(2)
      rmSync(path.join(root, folder, 'made'), { recursive: true })
      await make()
      expect(made).toBe(3)
    } finally {
      rmSync(path.join(root, folder), { recursive: true, force: true })
    }
  })
})
