import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourceFiles } from '../../scripts/sources.mjs'

it('no response is corked, since Node 22 and 24 then lose rows (wire.test.ts cannot see this on Node 20)', () => {
  const sources = sourceFiles('.').filter(
    (name) => /^(server|app)\/.*\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  )
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter((name) => /\b(un)?cork\(/.test(readFileSync(name, 'utf8')))).toEqual([])
})
