import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'

/** Maximum number of source files, without tests, in a folder of a domain: their list fits on a screen. */
const max = 25

it('keeps at most 25 source files in each folder of app/models', () => {
  const folders = new Map<string, number>()
  for (const name of readdirSync('app/models', { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue
    folders.set(dirname(name), (folders.get(dirname(name)) ?? 0) + 1)
  }
  expect(folders.size).toBeGreaterThan(50)
  expect([...folders].filter(([, sources]) => sources > max)).toEqual([])
})
