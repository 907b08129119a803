import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { triedNodes } from '../../package.json'
import { root } from '../processes.mjs'
import { DEEP_CHECKS } from './checks.mjs'
import { PARTS } from './memory.mjs'

describe('parts of npm run test:all', () => {
  it('include one for each Node version of triedNodes', () => {
    const parts: Record<string, { name: string }[]> = DEEP_CHECKS
    for (const { version } of triedNodes) {
      const part = `node-${version.split('.')[0]}`
      expect(parts[part]?.map(({ name }) => name)).toEqual([`Node ${version}`])
      expect(PARTS).toContain(part)
    }
  })

  it.each(['commands', 'run-the-gate'])('are all named, in their order, in the guide %s', (guide) => {
    const text = readFileSync(join(root, 'docs/guides', `${guide}.md`), 'utf8').replaceAll('`', '')
    expect(text).toContain(PARTS.join(', '))
  })
})
