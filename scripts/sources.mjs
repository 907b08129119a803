import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './processes.mjs'

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

/** Sources of a build as sorted paths in the clone; files that git ignores are generated and do not count. */
export function sourceFiles(clone = root) {
  const isMade = ignoredBy(readFileSync(join(clone, '.gitignore'), 'utf8'))
  const files = [...SOURCE_FOLDERS.flatMap((folder) => filesUnder(join(clone, folder))), ...SOURCE_FILES]
  return files
    .map((file) => (file.startsWith(clone) ? relative(clone, file) : file))
    .filter((name) => !isMade(name) && !/\.test\.tsx?$/.test(name) && existsSync(join(clone, name)))
    .sort()
}

/** 16 hexadecimal digits that change with any source of a build. */
export function hashOfSources(clone = root) {
  return hashOf(clone, sourceFiles(clone))
}

/**
 * Generates `folder` unless it was generated from the same `inputs` before. A file in the folder records the hash of
 * the inputs, and disappears with the folder.
 * @param {string} folder path in the clone
 * @param {string[]} inputs paths in the clone
 * @param {() => Promise<void>} make
 */
export async function madeOnce(folder, inputs, make) {
  const note = join(root, folder, '.made-from')
  const hash = hashOf(root, inputs)
  if (existsSync(note) && readFileSync(note, 'utf8') === hash) return
  await make()
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(note, hash)
}

export function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/^\.|~$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function hashOf(clone, names) {
  const hash = createHash('sha256')
  for (const name of names) {
    const content = readFileSync(join(clone, name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Implements git's ignore rules as far as our list uses them: folders, names with a star, paths from the root when they
 * contain a slash.
 */
function ignoredBy(list) {
  const patterns = list
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const path = line.replace(/^\/|\/$/g, '')
      const fromTop = line.replace(/\/$/, '').includes('/')
      const letters = path.replace(/[.+?()[\]{}^$|\\]/g, '\\$&').replaceAll('*', '[^/]*')
      return new RegExp(`${fromTop ? '^' : '(^|/)'}${letters}(/|$)`)
    })
  return (name) => patterns.some((pattern) => pattern.test(name))
}
