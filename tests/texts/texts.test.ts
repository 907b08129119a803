import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { assertedTexts } from './asserted'
import { type SpecText, texts } from './texts'

const own = path.normalize('tests/texts/')
const files = ['app', 'tests', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
)
const tests = files
  .filter((name) => /\.(test|spec|suite)\.tsx?$/.test(name) && !name.startsWith(own))
  .map((name) => ({ name, source: readFileSync(name, 'utf8') }))
  .filter(({ source }) => texts.some(({ text, example = text }) => source.includes(example)))
const assertions = tests.flatMap(({ name, source }) => assertedTexts(name, source))

/** A short text occurs in many sentences, so it counts only if asserted as a whole, or as the text of an element. */
function isAsserted({ text, example = text }: SpecText): boolean {
  if (example.length > 12) return assertions.some((said) => said.includes(example))
  return assertions.some((said) => [example, `/^${example}$/`].includes(said) || said.includes(`>${example}<`))
}

it('every text of the specification is asserted by a test', () => {
  const gaps = texts.filter((one) => !isAsserted(one))
  expect(gaps.map(({ text, section, screen }) => `${section}, ${screen}: ${text}`)).toEqual([])
})

it.each([
  ["it('Pay now', () => {})", []],
  ["const title = 'Pay now'", []],
  ["it('x', () => { const due = makeDue('Pay now'); expect(due).toBeTruthy() })", []],
  ["it('x', () => { const title = 'Pay now'; expect(text).toContain(title) })", ['Pay now']],
  ["it('x', () => { expect(title).toBe('Pay now') })", ['Pay now']],
  ["it('x', async () => { await expect(page.getByText('Pay now').first()).toBeVisible() })", ['Pay now']],
  ["it('x', async () => { await expect(page.getByText('Pay now').first()).not.toBeVisible() })", []],
  ["it('x', async () => { await expect(page.getByText('Pay now')).toHaveCount(0) })", []],
  ["it('x', () => { expect(title).not.toContain('Pay now') })", []],
  ["it('x', async () => { await page.getByRole('button', { name: 'Pay now' }).click() })", ['button', 'Pay now']],
  ["for (const said of ['Pay now']) expect(text).toContain(said)", ['Pay now']],
  ["for (const said of ['Pay now']) expect(text).not.toContain(said)", []],
  ["for (const said of ['Pay now']) console.log(said)", []],
  ["it.each(['Pay now'])('%s', (said) => expect(text).toContain(said))", ['Pay now']],
])('finds the asserted texts of: %s', (source, expected) => {
  expect(assertedTexts('some.test.ts', source)).toEqual(expected)
})

it('lists no text twice for a screen', () => {
  const keys = texts.map(({ screen, text }) => `${screen} ${text}`)
  expect(new Set(keys).size).toBe(keys.length)
})
