import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'

/** Words of the glossary's last column. */
function bannedWords(): string[] {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return rows.flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''))
}

/** Allowed names: "place an order" is the usual phrase, and `places.$end` is the address of an old page. */
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
