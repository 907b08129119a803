import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'

/** The words that the glossary keeps out of names: the last column of its table. */
function wordsKeptOut(): string[] {
  const rows = readFileSync('docs/developers.md', 'utf8')
    .split('## Glossary')[1]
    ?.split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
  return (rows ?? []).flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''),
  )
}

/** An order is placed, as everybody says; the address of a page is what it was. */
const allowed = [/place-?order/i, /places\.\$end/]

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

/** `maxPasskeys` and `max-passkeys` are the words max and passkeys. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

it('files and exports are called by the words of the glossary', () => {
  const keptOut = new Set(wordsKeptOut())
  expect(keptOut.size).toBeGreaterThan(10)
  const wrong = sources.flatMap((file) =>
    namesIn(file)
      .filter((name) => !allowed.some((one) => one.test(name)) && wordsOf(name).some((word) => keptOut.has(word)))
      .map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})
