import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type SpecText, texts } from './texts'

const own = path.normalize('tests/texts/')
const files = ['app', 'tests', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
)
/** What the tests say, without their own list of texts. Names of tests are sentences of ours and assert nothing. */
const assertions = files
  .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.startsWith(own))
  .flatMap((name) => readFileSync(name, 'utf8').split('\n'))
  .filter((line) => !/^\s*(describe|it|test|flow)(\.each)?\(|^\s*(\/\/|\*)/.test(line))
  .join('\n')

const screens = readFileSync('tests/routes.txt', 'utf8')
  .split('\n')
  .map((line) => line.split('  ')[0])

/** Short words stand in many sentences: they count as a whole string only. */
function isAsserted({ text, example = text }: SpecText): boolean {
  if (example.length > 12) return assertions.includes(example)
  return [`'${example}'`, `"${example}"`, `\`${example}\``, `>${example}<`, `/^${example}$/`].some((quoted) =>
    assertions.includes(quoted),
  )
}

it('every text of the specification whose screen is there is asserted by a test', () => {
  const gaps = texts.filter(({ screen }) => screens.includes(screen)).filter((one) => !isAsserted(one))
  expect(gaps.map(({ text, section, screen }) => `${section}, ${screen}: ${text}`)).toEqual([])
})

it('the table of texts has no text twice for a screen', () => {
  const keys = texts.map(({ screen, text }) => `${screen} ${text}`)
  expect(new Set(keys).size).toBe(keys.length)
})
