import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A top-level declaration of the product. */
interface Declaration {
  file: string
  names: string[]
  body: string
  /** Names of imported values in the declaration's file, by `module name`; a module is a path without `.ts`. */
  imported: ReadonlyMap<string, string>
}

const start = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let) (\w+|\{[^}]*\})/
const importLine = /^import \{([^}]*)\} from '([^']+)'/gm

function declarations(): Declaration[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^paraglide\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join('app', file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      const parts = text.replaceAll(/^import [^']*'[^']+'$/gm, '').split(new RegExp(`(?=${start.source})`, 'm'))
      const imported = importsOf(file, text)
      return parts.flatMap((part) => {
        const [all, declared] = start.exec(part) ?? []
        return all && declared
          ? [{ file, names: declared.match(/\w+/g) ?? [], body: part.slice(all.length), imported }]
          : []
      })
    })
}

function importsOf(file: string, text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, names = '', from = ''] of text.matchAll(importLine)) {
    const source = from.startsWith('~/') ? from.slice(2) : join(dirname(file), from)
    for (const entry of names.split(',').map((name) => name.trim())) {
      const [name = '', here = name] = entry.split(' as ')
      if (name && !name.startsWith('type ')) found.set(`${source} ${name}`, here)
    }
  }
  return found
}

/**
 * Lists the declarations (`module name`) that use one of the functions, directly or through other declarations.
 * Compares names only: when a method of an object uses one of the functions, it also lists users of other methods of
 * the object.
 * @param functions `module name` each
 */
export function callersOf(functions: readonly string[]): string[] {
  const all = declarations()
  const found = new Set<Declaration>()
  for (let latest = [...functions]; latest.length > 0; ) {
    const uses = ({ file, body, imported }: Declaration) =>
      latest.some((key) => {
        const [from = '', name = ''] = key.split(' ')
        const here = from === moduleOf(file) ? name : imported.get(key)
        return here !== undefined && new RegExp(`\\b${here}\\b`).test(body)
      })
    const next = all.filter((declaration) => !found.has(declaration) && uses(declaration))
    for (const declaration of next) found.add(declaration)
    latest = next.flatMap(({ file, names }) => names.map((name) => `${moduleOf(file)} ${name}`))
  }
  return [...found].flatMap(({ file, names }) => names.map((name) => `${moduleOf(file)} ${name}`)).sort()
}

const moduleOf = (file: string) => file.replace(/\.tsx?$/, '')
