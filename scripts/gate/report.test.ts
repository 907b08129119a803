import { afterEach, expect, it, vi } from 'vitest'
import { addCounts } from './counts.mjs'
import { report, tellPart, timed, total } from './report.mjs'

afterEach(() => vi.restoreAllMocks())

it('prints parts that took too long, stages, slowest files, flaky tests, skips, failures and counts, in this order', async () => {
  let printed = ''
  vi.spyOn(console, 'log').mockImplementation((text: string) => {
    printed += `${text}\n`
  })
  await timed('Node 24', () => Promise.resolve())
  tellPart('days', true, 75)
  tellPart('faults', true, 76)
  addCounts(total, {
    passed: 7,
    failed: 1,
    skipped: 2,
    flaky: ['a.spec.ts › a clerk waits'],
    skips: ['MySQL'],
    failures: ['── b.test.ts › adds\n      expected 1 to be 2'],
    seconds: { 'c.test.ts': 12, 'd.test.ts': 40 },
  })
  report()
  expect(printed).not.toContain('\ndays: 75 minutes')
  const order = [
    '── part days: green (75 minutes)',
    'WARNING: a part may take 75 minutes. Move some of its checks to another part\nfaults: 76 minutes',
    'Stages: by the clock, of the processors',
    '  Node 24',
    '  together',
    'Slowest ten files',
    '40 s  d.test.ts',
    '12 s  c.test.ts',
    'Passed at the second try\na.spec.ts › a clerk waits',
    'Skipped\nMySQL',
    'Failed\n── b.test.ts › adds\n      expected 1 to be 2',
    '7 passed, 1 failed, 2 skipped',
  ]
  const places = order.map((text) => printed.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})
