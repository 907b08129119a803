import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Phrases of the first column of the guide's table; "…" stands for up to four words. */
function bannedPhrases(): string[] {
  const rows = readFileSync('docs/guides/write-plain-english.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  return rows.flatMap((row) => row.split('|')[1]?.split(',') ?? []).map((phrase) => phrase.trim())
}

/** Conditions around a phrase where it is correct English: "there is no …", "is no longer", "stands for". */
const context: [phrase: RegExp, before: string, after: string][] = [
  [/^is no/, String.raw`(?<!\bthere )`, '(?! longer| more than| later)'],
  [/^stands/, '', String.raw`(?! for\b)`],
  [/ … one$/, '', String.raw`(?! \w)`],
]

function patternOf(phrase: string): string {
  const words = phrase.replace(' … ', String.raw` (?:\w+ ){1,4}`).replaceAll(' ', String.raw`[\s*/]+`)
  const [, before = '', after = ''] = context.find(([pattern]) => pattern.test(phrase)) ?? []
  return `${before}\\b${words}\\b${after}`
}

const banned = new RegExp(bannedPhrases().map(patternOf).join('|'), 'i')

const files = (...globs: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...globs], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*/g
const testName = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g

function textsOf(source: string): string[] {
  return [...(source.match(comment) ?? []), ...[...source.matchAll(testName)].map((match) => match[2] ?? '')]
}

/** Quotations, code and targets of links. */
const quoted = /"[^"]*"|`[^`]*`|“[^”]*”|\]\([^)]*\)/g

/** The banned phrases of the texts, each with the words around it. */
function oddTexts(texts: string[]): string[] {
  return texts.flatMap((text) => {
    const plain = text.replaceAll(quoted, '')
    const at = plain.search(banned)
    return at === -1 ? [] : [plain.slice(Math.max(0, at - 40), at + 60).replaceAll(/\s+/g, ' ')]
  })
}

it('finds the banned phrases of the guide, except in quotes and in correct uses', () => {
  expect(oddTexts(['Whoever asks', 'makes two presses one', 'it is no receipt', 'stored\n * anew'])).toHaveLength(4)
  expect(oddTexts(['there is no receipt', 'is no longer valid', 'a "besides" in quotes'])).toEqual([])
  expect(textsOf("it('refuses', () => {}) // because\nconst url = 'https://whoever'")).toEqual([
    '// because',
    'refuses',
  ])
})

it.each(['app', 'server', 'sandbox', 'scripts', 'tests', 'prisma-free-db', '*.ts'])(
  'writes comments and test names of %s in plain English',
  (folder) => {
    const sources = files(folder).filter(
      (file) => /\.(ts|tsx|mjs|css)$/.test(file) && file !== 'tests/plain-words.test.ts',
    )
    const odd = sources.flatMap((file) =>
      oddTexts(textsOf(readFileSync(file, 'utf8'))).map((text) => `${file}: ${text}`),
    )
    expect(odd).toEqual([])
  },
)

/** Words for persons that the guide bans, as texts write them; `nobody` alone is also a code. */
const vaguePerson = /\b(?:[Ss]omebody|Nobody|[Ww]hoever)\b|\bnobody (?:has|is|owes|was|will)\b(?! this password)/

it('finds none of the words “somebody”, “nobody” and “whoever” in texts for users', () => {
  const odd = files('app')
    .filter((file) => /(?<!test)\.tsx?$|messages\/en\/.*\.json$/.test(file))
    .filter((file) => vaguePerson.test(readFileSync(file, 'utf8').replaceAll(comment, '')))
  expect(odd).toEqual([])
})

/** The guide itself, and a document made of the product's texts. */
const exempt = new Set(['docs/guides/write-plain-english.md', 'docs/record-of-processing.md'])

it('writes documents in plain English', () => {
  const odd = files('*.md', 'docs')
    .filter((file) => file.endsWith('.md') && !exempt.has(file))
    .flatMap((file) =>
      oddTexts(
        readFileSync(file, 'utf8')
          .replaceAll(/```[\s\S]*?```/g, '')
          .split('\n\n'),
      ).map((text) => `${file}: ${text}`),
    )
  expect(odd).toEqual([])
})
