import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flows, inBrowser, modes } from '../e2e/flows'

const sources = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => ({ name, text: readFileSync(`tests/${name}`, 'utf8') }))

// A name with an apostrophe stands in double quotes.
const registered = sources.flatMap(({ text }) =>
  [...text.matchAll(/^flow\(\s*(?:'([^']+)'|"([^"]+)")/gm)].map(([, single, double]) => single ?? double),
)

describe('the flows of the product', () => {
  it('are each run by one end-to-end test, in every mode they must stand', () => {
    // `flow` runs its body in all the modes of its line, so a flow that is there has all its cells.
    expect([...registered].sort()).toEqual(Object.keys(flows).sort())
    for (const [name, cells] of Object.entries(flows)) {
      expect(cells.length, name).toBeGreaterThan(0)
      expect([...cells].every((mode) => modes.includes(mode))).toBe(true)
    }
  })

  it('are asked in a browser without script where a reason is given, a dozen and some of them', () => {
    for (const [name, reason] of Object.entries(inBrowser)) {
      expect(flows[name as keyof typeof flows], name).toContain('light')
      expect(reason).toBeTruthy()
    }
    // Fewer would leave Back, printing or the keyboard unseen; many more would be the driver given up.
    expect(Object.keys(inBrowser).length).toBeGreaterThanOrEqual(12)
    expect(Object.keys(inBrowser).length).toBeLessThanOrEqual(24)
  })

  it('are never left out', () => {
    const left = sources.filter(({ text }) => /\b(test|flow|describe)\.(skip|fixme|only|fail)\b|\bskip\(/.test(text))
    expect(left.map(({ name }) => name)).toEqual([])
  })
})
