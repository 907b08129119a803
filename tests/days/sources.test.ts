import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files that may take the day from an ISO timestamp, which is a day in UTC, each with its reason. */
const allowed: Record<string, string> = {
  'app/models/core/shared/calendar.ts': 'the one place where an instant becomes a day of India',
  'tests/bench/bare-everyday.mjs': 'a program without the product, to compare with, adds the offset of India itself',
}

const files = ['app', 'server', 'scripts', 'sandbox', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs|js)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`),
)

it('takes a date from an ISO timestamp only in the calendar module and the listed exceptions', () => {
  const cuts = /toISOString\(\)\s*\.(slice\(0, 10\)|substring\(0, 10\)|substr\(0, 10\)|split\('T'\))/
  const found = files.filter((file) => cuts.test(readFileSync(file, 'utf8')))
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})

it('finds no poll in a Promise.race: a losing poll would continue and move the stopped clocks of later tests', () => {
  const leaves = /Promise\.(race|any)\(\[[^\]]*(expect\s*\.poll|vi\.wait(For|Until)|\buntil)\(/
  expect(leaves.test('await Promise.race([taken, expect.poll(() => 1).toBe(2)])')).toBe(true)
  const tests = files.filter((file) => file.includes('.test.') && file !== 'tests/days/sources.test.ts')
  expect(tests.filter((file) => leaves.test(readFileSync(file, 'utf8')))).toEqual([])
})
