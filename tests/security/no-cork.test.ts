import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourceFiles } from '../../scripts/sources.mjs'

it('no file calls cork(), with which Node 22 and 24 lose rows (on Node 20, wire.test.ts cannot see this)', () => {
  const sources = sourceFiles('.').filter(
    (name) => /^(server|app)\/.*\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  )
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter((name) => /\b(un)?cork\(/.test(readFileSync(name, 'utf8')))).toEqual([])
})
