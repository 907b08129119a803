import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** Words of the glossary's last column. */
function bannedWords(): string[] {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return rows.flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''))
}

/**
 * Allowed names: "place an order" is the usual phrase, `places.$end` is the address of an old page, and `asksAnew` is
 * the field of a column.
 */
const allowed = [/place-?order/i, /places\.\$end/, /^asksAnew$/]

const sources = ['app', 'server', 'sandbox', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\/(paraglide|generated)\//.test(name)),
)

const exported = /^export (?:async )?(?:const|let|function|class|type|interface) (?:\{([^}]*)\}|(\w+))/gm

const namesIn = (file: string) => [
  basename(file),
  basename(dirname(file)),
  ...[...readFileSync(file, 'utf8').matchAll(exported)].flatMap(([, several, one]) =>
    several ? several.split(/[\s,:]+/) : [one ?? ''],
  ),
]

/** Splits a name into its words, in lower case: both `maxPasskeys` and `max-passkeys` give max and passkeys. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** Single words among the phrases of `write-plain-english.md` that names have contained. */
const oddWords = ['anew', 'besides', 'lies', 'meanwhile', 'somebody', 'stands', 'whoever']

/** Words that only the names of files and exports must avoid, because fields and columns inside files have them. */
const allowedInside = ['place', 'places']

/** Names that a file declares, exported or not: variables, parameters, functions, types and their members. */
function declaredIn(file: string, source: string): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const name = 'name' in node && !ts.isPropertyAccessExpression(node) && !ts.isJsxAttribute(node) ? node.name : null
    if (name && ts.isIdentifier(name as ts.Node)) names.push((name as ts.Identifier).text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
  return names
}

it('uses no word that the glossary excludes, and no odd word, in the names inside files', () => {
  const banned = new Set([...bannedWords(), ...oddWords].filter((word) => !allowedInside.includes(word)))
  const anyBanned = new RegExp([...banned].join('|'), 'i')
  const isWrong = (name: string) =>
    !allowed.some((one) => one.test(name)) && wordsOf(name).some((word) => banned.has(word))
  const wrong = sources.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    // Parses only files with such a word.
    return anyBanned.test(source)
      ? declaredIn(file, source)
          .filter(isWrong)
          .map((name) => `${file}: ${name}`)
      : []
  })
  expect(wrong).toEqual([])
  expect(declaredIn('a.ts', 'const { rides: most } = f; type A = { longest: number }; function g(pupil) {}')).toEqual([
    'most',
    'A',
    'longest',
    'g',
    'pupil',
  ])
})

it('uses no word that the glossary excludes in the names of files and exports', () => {
  const banned = new Set(bannedWords())
  expect(banned.size).toBeGreaterThan(10)
  const wrong = sources.flatMap((file) =>
    namesIn(file)
      .filter((name) => !allowed.some((one) => one.test(name)) && wordsOf(name).some((word) => banned.has(word)))
      .map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})
